/** One request of the story that every adapter tells; `status` is what the service answers. */
export interface Step {
  readonly title: string
  readonly status: number
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

const KEY = { 'x-api-key': 'test-api-key' }
const JSON_KEY = { ...KEY, 'content-type': 'application/json' }

const customer = {
  name: 'Adélie Cold Storage',
  email: 'books@adelie.example',
  address: '1 Ice Shelf',
  country: 'US',
  phone: '',
  website: '',
}
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  memo: 'January, 3 × ½ pallets',
  items: [{ item_id: 1, quantity: '3', rate: '33.333333', position: 1 }],
}
const payment = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  check_number: '',
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  memo: '',
  items: [{ invoice_number: 1, amount: '40.00', position: 1 }],
}

const post = (title: string, status: number, path: string, body: object, headers = {}): Step => ({
  title,
  status,
  method: 'POST',
  path,
  headers: { ...JSON_KEY, ...headers },
  body: JSON.stringify(body),
})
const get = (title: string, status: number, path: string, headers: Record<string, string> = KEY): Step => ({
  title,
  status,
  method: 'GET',
  path,
  headers,
})

const INVOICES = '/public/v1/invoices/'
const badUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])

export const story: readonly Step[] = [
  post('a customer', 201, '/public/v1/customers/', customer),
  post('an invoice', 200, INVOICES, invoice, { 'idempotency-key': 'january' }),
  post('the same invoice again', 200, INVOICES, invoice, { 'idempotency-key': 'january' }),
  post(
    'another invoice with that key',
    422,
    INVOICES,
    { ...invoice, memo: '' },
    { 'idempotency-key': 'january' },
  ),
  post('a payment', 200, '/public/v1/customer-payments/', payment),
  get('the invoice, partly paid', 200, `${INVOICES}1/`),
  get(
    'a list with repeated parameters',
    200,
    `${INVOICES}?customer_id=1&customer_id=2&ordering=-date&limit=5`,
  ),
  get('health', 200, '/public/health/'),
  get('no key', 401, INVOICES, {}),
  get('a wrong key', 403, INVOICES, { 'x-api-key': 'guessed' }),
  get('no such invoice', 404, `${INVOICES}99/`),
  get('no such path', 404, '/public/v1/nothing/'),
  get('a path that cannot be decoded', 404, '/public/v1/%zz/'),
  get('a doubled slash', 404, '/public//v1/invoices/'),
  get('a bad page', 400, `${INVOICES}?limit=0`),
  { ...get('no such method', 405, `${INVOICES}1/`), method: 'DELETE' },
  post('an unknown customer', 422, INVOICES, { ...invoice, customer_id: 999 }),
  { ...post('half a body', 400, INVOICES, {}), body: '{"date": "2026-' },
  { ...post('bytes that are not UTF-8', 400, INVOICES, {}), body: badUtf8 },
  { ...post('an empty body', 400, INVOICES, {}), body: '' },
  ...Array.from({ length: 10 }, (_, i) =>
    get(`health, ${i + 2} of 10 in one instant`, i < 9 ? 200 : 429, '/public/health/'),
  ),
]
