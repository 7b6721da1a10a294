"""For pytest: the fixture `world`, its end with each test, and the timeline in the report of a failing test."""

import pytest

import accounting_simulator


@pytest.fixture
def world():
    """A world of its own for each test."""
    with accounting_simulator.world().fork() as fork:
        yield fork


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.when != "call" or "world" not in getattr(item, "funcargs", {}):
        return
    if report.passed:
        try:
            item.funcargs["world"].end_test()
        except AssertionError as error:
            report.outcome, report.longrepr = "failed", str(error)
    if report.failed:
        report.sections.append(("What the service saw", item.funcargs["world"].timeline()))
