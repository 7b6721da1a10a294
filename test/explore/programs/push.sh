# Creates an invoice with curl, as a job of cron would. Its argument is the Idempotency-Key, if any.
[ -e "$ACCOUNTING_DATA/done" ] && exit 0
body='{"company_id":1,"customer_id":1,"date":"2026-01-15","reference_number":"R-1","items":[{"item_id":1,"quantity":1,"rate":"10.00"}]}'
for try in 1 2 3 4 5 6; do
  status=$(curl -s -o /dev/null -w '%{http_code}' --max-time 10 \
    -H "X-API-KEY: $(cat "$ACCOUNTING_API_KEY_FILE")" -H 'Content-Type: application/json' \
    ${1:+-H "Idempotency-Key: $1"} -d "$body" "$ACCOUNTING_URL/public/v1/invoices/")
  if [ "$status" = 200 ]; then
    touch "$ACCOUNTING_DATA/done"
    exit 0
  fi
  sleep 1
done
echo "gave up after $status"
exit 1
