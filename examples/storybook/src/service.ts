/** The client of the accounting service. It knows nothing of a simulator. */

export interface Invoice {
  readonly number: number
  readonly customer_name: string
  readonly due_date: string | null
  readonly amount: string
  readonly amount_due: string
  readonly approval_status: string | null
}

export interface Webhook {
  readonly uuid: string
  readonly url: string
  readonly is_active: boolean
}

const BASE = 'https://accounting.test'

const PROBLEMS: Readonly<Record<number, string>> = {
  402: 'The subscription has lapsed.',
  403: 'The key is not valid.',
  503: 'The service is down for maintenance.',
}

export class ServiceProblem extends Error {
  constructor(status: number, retryAfter: string | null) {
    super(
      status === 429
        ? `Too many requests. Try again in ${retryAfter} s.`
        : (PROBLEMS[status] ?? `The service answered ${status}.`),
    )
  }
}

export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${BASE}/public/${path}/`, {
    method,
    headers: { 'X-API-KEY': 'test-api-key', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ServiceProblem(response.status, response.headers.get('retry-after'))
  return (await response.json()) as T
}

export const invoices = async (): Promise<readonly Invoice[]> =>
  (await call<{ items: readonly Invoice[] }>('GET', 'v1/invoices')).items

export const webhooks = async (): Promise<readonly Webhook[]> =>
  (await call<{ items: readonly Webhook[] }>('GET', 'v2/webhooks')).items

const INVOICE = {
  date: '2026-01-15',
  due_date: '2026-02-14',
  company_id: 1,
  customer_id: 1,
  term_id: 1,
  items: [{ item_id: 1, quantity: 4, rate: '250.00' }],
}

export async function createInvoice(): Promise<void> {
  try {
    await call('POST', 'v1/invoices', INVOICE)
  } catch (error) {
    if (error instanceof ServiceProblem) throw error
    throw new Error('No answer came. The invoice may be there all the same: refresh before you try again.')
  }
}
