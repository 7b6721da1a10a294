"""The code under test: sends invoices and repeats what may be repeated."""

import time
import uuid

from accounting_simulator import request

TRIES = 5


class Invoices:
    def __init__(self, base_url, api_key, sleep=time.sleep):
        self.url = f"{base_url}/public/v1/invoices/"
        self.api_key = api_key
        self.sleep = sleep

    def create(self, invoice):
        headers = {"X-API-KEY": self.api_key, "Idempotency-Key": str(uuid.uuid4())}
        for _ in range(TRIES):
            try:
                status, answered, body = request("POST", self.url, invoice, headers)
            except OSError:
                continue  # The response may be lost; the idempotency key makes a repetition safe.
            if status == 429:
                self.sleep(int(answered["Retry-After"]))
            elif status < 500:
                return status, body
        raise TimeoutError(f"no success in {TRIES} tries")
