import { address } from './address'
import * as api from './generated'
import { Refused } from './refused'

interface Answer {
  status: number
  data: unknown
}

type Done<A> = A extends { status: 200 | 201; data: infer T } ? T : never

/** The body of an answer, or the refusal. */
async function bodyOf<A extends Answer>(answer: Promise<A>): Promise<Done<A>> {
  const { data, status } = await answer
  if (status < 300) return data as Done<A>
  throw new Refused(status, (data as api.Errors).errors)
}

export function connect(baseUrl: string, apiKey: string) {
  address.url = baseUrl
  const options = { headers: { 'X-API-KEY': apiKey } }
  return {
    listCompanies: () => bodyOf(api.listCompanies({}, options)),
    createCustomer: (body: api.CustomerInput) => bodyOf(api.createCustomer(body, options)),
    getCustomer: (id: number) => bodyOf(api.getCustomer(id, {}, options)),
    updateCustomer: (id: number, body: api.CustomerInput) => bodyOf(api.updateCustomer(id, body, options)),
    deleteCustomer: (id: number) => bodyOf(api.deleteCustomer(id, options)),
    createItem: (body: api.ItemInput) => bodyOf(api.createItem(body, options)),
    createInvoice: (body: api.InvoiceInput, key?: string) => {
      const headers = { ...options.headers, ...(key !== undefined && { 'Idempotency-Key': key }) }
      return bodyOf(api.createInvoice(body, { headers }))
    },
    getInvoice: (number: number) => bodyOf(api.getInvoice(number, {}, options)),
    listInvoices: (query: api.ListInvoicesParams) => bodyOf(api.listInvoices(query, options)),
    attachToInvoice: (number: number, files: File[]) =>
      bodyOf(api.attachToInvoice(number, { files }, options)),
    createCustomerPayment: (body: api.CustomerPaymentInput) =>
      bodyOf(api.createCustomerPayment(body, options)),
    createCustomerCredit: (body: api.CustomerCreditInput) => bodyOf(api.createCustomerCredit(body, options)),
    createWebhook: (body: api.CreateWebhookRequest) => bodyOf(api.createWebhook(body, options)),
    updateWebhook: (uuid: string, body: api.UpdateWebhookRequest) =>
      bodyOf(api.updateWebhook(uuid, body, options)),
    listWebhookDeliveries: (uuid: string) => bodyOf(api.listWebhookDeliveries(uuid, {}, options)),
  }
}
