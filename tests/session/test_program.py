import numpy as np

from headrace.graph.build import build_operation
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.executor import Request
from headrace.session.program import make_program
from tests.session.stubs import add_stub


def program(fetches=(), targets=(), feeds=()):
    return make_program(Request(tuple(fetches), tuple(targets), tuple(feeds)))


def names(made):
    return [step.op.name for step in made.steps]


def test_only_what_is_needed_runs_in_the_order_it_was_made():
    x = constant(1.0, name="x")
    y = constant(2.0, name="y")
    unused = x * 3.0
    z = y * x
    assert names(program([z])) == ["x", "y", z.op.name]
    assert unused.op.name not in names(program([z, y]))


def test_a_fed_tensor_needs_nothing_before_it():
    x = placeholder("float32", name="x")
    y = x * x
    z = y * y
    made = program([z], feeds=[y])
    assert names(made) == [z.op.name]
    assert made.steps[0].inputs == (0, 0)  # feeds take the first slots


def test_a_fed_tensors_operation_runs_if_another_output_of_it_is_needed():
    x = constant([1.0])
    first, second = add_stub(lambda a: (a, a), x, outputs=2, name="two")
    made = program([first * second], feeds=[first])
    assert "two" in names(made)
    step = next(step for step in made.steps if step.op.name == "two")
    assert step.outputs[0] == -1  # what was fed is not overwritten
    assert step.outputs[1] > 0


def test_control_inputs_and_targets_run(graph):
    a = build_operation("NoOp", name="a")
    with graph.control_dependencies([a]):
        b = build_operation("NoOp", name="b")
    assert names(program(targets=[b])) == ["a", "b"]
    assert names(program(targets=[a])) == ["a"]


def test_values_are_released_after_their_last_use_and_fetches_are_kept():
    x = constant([1.0], name="x")
    y = x * x
    z = y * x
    last = z * y
    made = program([last, y])
    freed = {step.op.name: step.release for step in made.steps}
    slot = {step.op.name: step.outputs[0] for step in made.steps}
    assert freed["x"] == freed[y.op.name] == ()
    assert freed[z.op.name] == (slot["x"],)
    assert freed[last.op.name] == (slot[z.op.name],)
    assert made.fetches == (slot[last.op.name], slot[y.op.name])


def test_outputs_that_nobody_needs_get_no_slot():
    first, second = add_stub(lambda a: (a, a), constant([1.0]), outputs=2)
    made = program([second])
    assert made.steps[-1].outputs[0] == -1
    assert made.slots == 2
    assert program(targets=[first.op]).steps[-1].outputs == (-1, -1)


def test_dtypes_of_inputs_are_noted():
    step = program([constant(np.zeros(2)) * 2.0]).steps[-1]
    assert [dtype.name for dtype in step.dtypes] == ["float64", "float64"]
