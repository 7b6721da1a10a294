import * as api from './generated'
import { client } from './generated/client.gen'
import { Refused } from './refused'

interface Answer<T> {
  data: T | undefined
  error: api.Errors | undefined
  response?: Response | undefined
}

/** The body of an answer, or the refusal. */
async function bodyOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer
  if (data === undefined) throw new Refused(response?.status ?? 0, error?.errors ?? {})
  return data
}

export function connect(baseUrl: string, apiKey: string) {
  client.setConfig({ baseUrl, auth: apiKey })
  return {
    listCompanies: () => bodyOf(api.listCompanies()),
    createCustomer: (body: api.CustomerInput) => bodyOf(api.createCustomer({ body })),
    getCustomer: (customer_id: number) => bodyOf(api.getCustomer({ path: { customer_id } })),
    updateCustomer: (customer_id: number, body: api.CustomerInput) =>
      bodyOf(api.updateCustomer({ path: { customer_id }, body })),
    deleteCustomer: (customer_id: number) => bodyOf(api.deleteCustomer({ path: { customer_id } })),
    createItem: (body: api.ItemInput) => bodyOf(api.createItem({ body })),
    createInvoice: (body: api.InvoiceInput, key?: string) =>
      bodyOf(api.createInvoice({ body, ...(key !== undefined && { headers: { 'Idempotency-Key': key } }) })),
    getInvoice: (record_number: number) => bodyOf(api.getInvoice({ path: { record_number } })),
    listInvoices: (query: NonNullable<api.ListInvoicesData['query']>) => bodyOf(api.listInvoices({ query })),
    attachToInvoice: (record_number: number, files: File[]) =>
      bodyOf(api.attachToInvoice({ path: { record_number }, body: { files } })),
    createCustomerPayment: (body: api.CustomerPaymentInput) => bodyOf(api.createCustomerPayment({ body })),
    createCustomerCredit: (body: api.CustomerCreditInput) => bodyOf(api.createCustomerCredit({ body })),
    createWebhook: (body: api.CreateWebhookRequest) => bodyOf(api.createWebhook({ body })),
    updateWebhook: (uuid: string, body: api.UpdateWebhookRequest) =>
      bodyOf(api.updateWebhook({ path: { uuid }, body })),
    listWebhookDeliveries: (uuid: string) => bodyOf(api.listWebhookDeliveries({ path: { uuid } })),
  }
}
