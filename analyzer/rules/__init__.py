"""规则: the rules of 保皇, each written once, as plain functions over small integers.

Start with `step` (`judge` and `step`), then `plays`, `tricks`, `throne`, `roles`, `tribute`, `finish`, `scoring`;
`possession`, `pool` and `hidden` answer what the hands can say. Every function marked `@rule` can be compiled as it is.
"""
