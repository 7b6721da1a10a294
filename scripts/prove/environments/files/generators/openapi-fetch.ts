import createClient from 'openapi-fetch'
import { Refused } from './refused'
import type { components, paths } from './service'

type Schemas = components['schemas']
type InvoiceQuery = paths['/public/v1/invoices/']['get']['parameters']['query']

/** The body of an answer, or the refusal. */
async function bodyOf<T>(
  answer: Promise<{ data?: T; error?: Schemas['Errors']; response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer
  if (data === undefined) throw new Refused(response.status, error?.errors ?? {})
  return data
}

export function connect(baseUrl: string, apiKey: string) {
  const client = createClient<paths>({ baseUrl, headers: { 'X-API-KEY': apiKey } })
  return {
    listCompanies: () => bodyOf(client.GET('/public/v1/companies/')),
    createCustomer: (body: Schemas['CustomerInput']) =>
      bodyOf(client.POST('/public/v1/customers/', { body })),
    getCustomer: (customer_id: number) =>
      bodyOf(client.GET('/public/v1/customers/{customer_id}/', { params: { path: { customer_id } } })),
    updateCustomer: (customer_id: number, body: Schemas['CustomerInput']) =>
      bodyOf(client.PUT('/public/v1/customers/{customer_id}/', { params: { path: { customer_id } }, body })),
    deleteCustomer: (customer_id: number) =>
      bodyOf(client.DELETE('/public/v1/customers/{customer_id}/', { params: { path: { customer_id } } })),
    createItem: (body: Schemas['ItemInput']) => bodyOf(client.POST('/public/v1/items/', { body })),
    createInvoice: (body: Schemas['InvoiceInput'], key?: string) =>
      bodyOf(
        client.POST('/public/v1/invoices/', {
          params: { header: key === undefined ? {} : { 'Idempotency-Key': key } },
          body,
        }),
      ),
    getInvoice: (record_number: number) =>
      bodyOf(client.GET('/public/v1/invoices/{record_number}/', { params: { path: { record_number } } })),
    listInvoices: (query: NonNullable<InvoiceQuery>) =>
      bodyOf(client.GET('/public/v1/invoices/', { params: { query } })),
    attachToInvoice: (record_number: number, files: File[]) =>
      bodyOf(
        client.POST('/public/v1/invoices/{record_number}/attachments/', {
          params: { path: { record_number } },
          // Its types have texts where files are sent.
          body: { files: [] },
          bodySerializer: () => formOf(files),
        }),
      ),
    createCustomerPayment: (body: Schemas['CustomerPaymentInput']) =>
      bodyOf(client.POST('/public/v1/customer-payments/', { body })),
    createCustomerCredit: (body: Schemas['CustomerCreditInput']) =>
      bodyOf(client.POST('/public/v1/customer-credits/', { body })),
    createWebhook: (body: Schemas['CreateWebhookRequest']) =>
      bodyOf(client.POST('/public/v2/webhooks/', { body })),
    updateWebhook: (uuid: string, body: Schemas['UpdateWebhookRequest']) =>
      bodyOf(client.PATCH('/public/v2/webhooks/{uuid}/', { params: { path: { uuid } }, body })),
    listWebhookDeliveries: (uuid: string) =>
      bodyOf(client.GET('/public/v2/webhooks/{uuid}/deliveries/', { params: { path: { uuid } } })),
  }
}

function formOf(files: readonly File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return form
}
