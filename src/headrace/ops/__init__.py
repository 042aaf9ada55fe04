"""The ops, each in one place.

An op's type, attributes, shape rule, reference, gradient, samples, doc and public function stand
together. Files that define ops do not import each other: what one op needs of another it builds by
name (`build("Mul", x, y)`). What many need stands in files that define none.
"""
