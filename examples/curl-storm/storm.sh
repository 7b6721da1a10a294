#!/usr/bin/env bash
# A storm of 429s, scripted with curl: what a client in any language can do against `accounting-simulator`.
#
#   npx accounting-simulator --clock manual &
#   SIMULATOR_URL=http://127.0.0.1:4010 examples/curl-storm/storm.sh
set -euo pipefail

url=${SIMULATOR_URL:-http://127.0.0.1:4010}
key=${SIMULATOR_KEY:-test-api-key}
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

# The controls: what a test in TypeScript does with `simulator.*`.
control() { # METHOD PATH [JSON]
  curl --silent --show-error --fail-with-body --request "$1" "$url/__simulator$2" \
    --header 'Content-Type: application/json' ${3:+--data "$3"}
}

# The client under test: sends a request and, as long as it gets 429, waits as Retry-After says. With a manual clock
# to wait is to move the simulator's clock.
read_invoices() {
  local tries=0 status seconds
  while [ "$tries" -lt 10 ]; do
    tries=$((tries + 1))
    status=$(curl --silent --output /dev/null --dump-header "$headers" --write-out '%{http_code}' \
      --header "X-API-KEY: $key" "$url/public/v1/invoices/")
    if [ "$status" != 429 ]; then
      echo "answered $status after $tries tries"
      return
    fi
    seconds=$(tr -d '\r' < "$headers" | sed -n 's/^retry-after: //Ip')
    echo "  429, come back in $seconds seconds"
    control POST /clock/advance "{\"duration\": \"$seconds seconds\"}" > /dev/null
  done
  echo "gave up after $tries tries"
  return 1
}

control POST /reset > /dev/null
control POST /faults '{"on": "GET /public/v1/invoices/", "times": 3, "then": {"status": 429, "retryAfter": 20}}' > /dev/null
echo 'The storm is armed.'
read_invoices

echo 'What has not been hit:'
control GET /faults/unfired
echo
echo 'What the service saw:'
control GET '/traffic?format=text'
