"""Independent, naive re-statements of the rules that tests compare the library with.

No oracle imports the library, and the library never imports this package: the two share no code, no tables
and no bit masks, so that they can only agree by both being right (or by sharing a misreading of the rule
text). The modules here that know both sides are `compare` and `compare_deals`, which are no oracles but ask them.
"""
