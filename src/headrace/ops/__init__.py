"""The ops, each in one place.

An op's type, attributes, shape rule, reference, gradient, samples, doc and public function stand together.
Op files do not import each other: what one op needs of another it builds by name (`build("Mul", x, y)`).
"""
