import { createInvoice } from './invoices'
import { send } from './send'

/** The page's button bills a customer; without a key where the address says so. */
export async function POST(request: Request): Promise<Response> {
  const key = request.url.includes('keyless') ? undefined : 'invoice-A-1'
  const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 10))
  const access = { baseUrl: 'https://accounting.test', apiKey: 'test-api-key', send, fetch, sleep }
  return Response.json(await createInvoice(access, key))
}
