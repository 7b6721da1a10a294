import * as api from './generated'
import { Refused } from './refused'

interface Answer {
  status: number
  data: unknown
}

type Done<A> = A extends { status: 200 | 201; data: infer T } ? T : never

/** Calls an operation; its refusal is that of the story. */
const through =
  <A extends unknown[], R extends Answer>(operation: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<Done<R>> => {
    const { data, status } = await operation(...args)
    if (status < 300) return data as Done<R>
    throw new Refused(status, (data as api.Errors).errors)
  }

/** Its types have members in camel case where a query is sent. */
interface InvoiceQuery {
  limit?: number
  offset?: number
  ordering?: '-number' | 'number'
  customer_id?: number[]
  record_status?: ('draft' | 'posted' | 'archived')[]
}

export function connect(baseUrl: string, apiKey: string) {
  api.defaults.baseUrl = baseUrl
  api.defaults.headers = { 'X-API-KEY': apiKey }
  return {
    listCompanies: through(api.listCompanies),
    createCustomer: through(api.createCustomer),
    getCustomer: through(api.getCustomer),
    updateCustomer: through(api.updateCustomer),
    deleteCustomer: through(api.deleteCustomer),
    createItem: through(api.createItem),
    createInvoice: (body: api.InvoiceInput, idempotencyKey?: string) =>
      through(api.createInvoice)(body, idempotencyKey === undefined ? {} : { idempotencyKey }),
    getInvoice: through(api.getInvoice),
    listInvoices: ({ customer_id: customerId, record_status: recordStatus, ...query }: InvoiceQuery) =>
      through(api.listInvoices)({
        ...query,
        ...(customerId && { customerId }),
        ...(recordStatus && { recordStatus }),
      }),
    attachToInvoice: (number: number, files: File[]) => through(api.attachToInvoice)(number, { files }),
    createCustomerPayment: through(api.createCustomerPayment),
    createCustomerCredit: through(api.createCustomerCredit),
    createWebhook: through(api.createWebhook),
    updateWebhook: through(api.updateWebhook),
    listWebhookDeliveries: through(api.listWebhookDeliveries),
  }
}
