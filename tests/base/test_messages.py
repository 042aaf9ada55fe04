from headrace.base.messages import compose, nearest


def test_rows_stand_aligned_below_the_sentence():
    message = compose(
        "MatMul 'dense/MatMul' cannot multiply (32, 784) by (512, 10).",
        [("made at", "train.py:41  logits = tf.matmul(x, w)"), ("inputs", "x, w"), ("try", "784")],
    )
    assert message == (
        "MatMul 'dense/MatMul' cannot multiply (32, 784) by (512, 10).\n"
        "  made at   train.py:41  logits = tf.matmul(x, w)\n"
        "  inputs    x, w\n"
        "  try       784"
    )


def test_a_longer_label_moves_every_text():
    assert compose("s", [("expected", "a"), ("got", "b")]) == "s\n  expected   a\n  got        b"


def test_further_lines_stand_below_the_first():
    assert compose("s", [("inputs", "a\nb"), ("try", "c")]) == (
        "s\n  inputs    a\n            b\n  try       c"
    )


def test_no_rows_leave_the_sentence_alone():
    assert compose("one\ntwo", []) == "one\ntwo"


def test_an_empty_text_leaves_no_blanks_at_the_end():
    assert compose("s", [("got", "")]) == "s\n  got"


def test_nearest_finds_a_misspelled_name():
    assert nearest("Placeholdr", ["Placeholder", "Const", "MatMul"]) == "Placeholder"
    assert nearest("RELU", ["selu", "relu", "elu"]) == "relu"
    assert nearest("matmul", iter(["MatMul"])) == "MatMul"


def test_nearest_finds_nothing_when_nothing_is_near():
    assert nearest("xyz", ["Placeholder", "Const"]) is None
    assert nearest("xyz", []) is None
