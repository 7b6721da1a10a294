import unittest

from accounting_simulator import WorldTestCase
from invoices import Invoices

INVOICE = {
    "date": "2026-01-15",
    "company_id": 1,
    "customer_id": 1,
    "currency_iso_4217_code": "USD",
    "exchange_rate": "1",
    "reference_number": "R-1",
    "items": [{"item_id": 1, "quantity": "2", "rate": "10.50", "position": 1}],
}
CREATE = "POST /public/v1/invoices/"


class InvoicesTest(WorldTestCase):
    def setUp(self):
        self.invoices = Invoices(self.world.base_url, self.world.api_key, self.world.sleep)

    def test_creates_an_invoice(self):
        status, invoice = self.invoices.create(INVOICE)
        self.assertEqual((status, invoice["amount_due"]), (200, "21.00"))

    def test_waits_as_long_as_it_is_told(self):
        self.world.inject({"on": CREATE, "times": 2, "then": {"status": 429, "retryAfter": 30}})
        self.invoices.create(INVOICE)
        self.assertEqual(self.world.now, "2026-01-15T09:01:00.000Z")
        self.world.expect("toHaveHonouredRetryAfter")

    def test_a_customer_is_made_and_found_by_name(self):
        self.world.make("customer", name="Acme")
        self.assertEqual([one["name"] for one in self.world.records("customers", name="Acme")], ["Acme"])

    def test_a_lost_response_makes_no_second_invoice(self):
        self.world.inject({"on": CREATE, "then": {"loseResponse": True}})
        self.invoices.create(INVOICE)
        self.assertEqual([one["number"] for one in self.world.records("invoices")], [1])
        self.world.expect("toHaveNoDuplicates", by="reference_number")


if __name__ == "__main__":
    unittest.main()
