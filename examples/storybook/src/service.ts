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

export class ServiceProblem extends Error {
  constructor(
    readonly status: number,
    readonly retryAfter: number | undefined,
  ) {
    super(
      status === 429 ? `Too many requests. Try again in ${retryAfter} s.` : `The service answered ${status}.`,
    )
  }
}

export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${BASE}/public/${path}/`, {
    method,
    headers: { 'X-API-KEY': 'test-api-key', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after')
    throw new ServiceProblem(response.status, retryAfter === null ? undefined : Number(retryAfter))
  }
  return (await response.json()) as T
}

export const invoices = async (): Promise<readonly Invoice[]> =>
  (await call<{ items: readonly Invoice[] }>('GET', 'v1/invoices')).items

export const webhooks = async (): Promise<readonly Webhook[]> =>
  (await call<{ items: readonly Webhook[] }>('GET', 'v2/webhooks')).items
