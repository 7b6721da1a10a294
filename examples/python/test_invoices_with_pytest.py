"""The same for pytest, with the fixture of conftest.py."""

from invoices import Invoices
from test_invoices import CREATE, INVOICE


def test_an_outage_is_waited_out(world):
    world.inject({"on": CREATE, "times": 2, "then": {"status": 429, "retryAfter": 30}})
    status, invoice = Invoices(world.base_url, world.api_key, world.sleep).create(INVOICE)
    assert (status, invoice["amount_due"], world.now) == (200, "21.00", "2026-01-15T09:01:00.000Z")


def test_each_test_has_a_world_of_its_own(world):
    assert world.records("invoices") == []
