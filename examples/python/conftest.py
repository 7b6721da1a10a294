"""For pytest: the fixture `world`, and the timeline in the report of a failing test."""

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
    if report.when == "call" and report.failed and "world" in getattr(item, "funcargs", {}):
        report.sections.append(("What the service saw", item.funcargs["world"].timeline()))
