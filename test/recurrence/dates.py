"""The dates that dateutil finds: cases come in as JSON, lists of dates go out."""
import datetime
import itertools
import json
import sys

from dateutil.rrule import rrulestr


def dates_of(case, asked):
    start = datetime.datetime.strptime(case["start"], "%Y-%m-%d")
    found = itertools.islice(rrulestr(case["rule"], dtstart=start), asked)
    return [date.strftime("%Y-%m-%d") for date in found]


request = json.load(sys.stdin)
json.dump([dates_of(case, request["asked"]) for case in request["cases"]], sys.stdout)
