"""Writes the JSON Schemas that docs/reference publishes: ``python docs/make_schemas.py``."""

import json
from pathlib import Path

from ginrules.records import event_schema, record_schema, view_schema

REFERENCE = Path(__file__).parent / "reference"
SCHEMAS = {
    "record.schema.json": record_schema,
    "view.schema.json": view_schema,
    "event.schema.json": event_schema,
}

if __name__ == "__main__":
    for name, schema in SCHEMAS.items():
        (REFERENCE / name).write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")
