import { isAxiosError } from 'axios'
import type { z } from 'zod'
import { createApiClient, schemas } from './generated'
import { Refused } from './refused'

type Input<Name extends keyof typeof schemas> = z.input<(typeof schemas)[Name]>

/** The body of an answer, or the refusal. */
async function bodyOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!isAxiosError<Input<'Errors'>>(error) || !error.response) throw error
    throw new Refused(error.response.status, error.response.data.errors)
  }
}

export function connect(baseUrl: string, apiKey: string) {
  // The service reads a list as a parameter that is repeated.
  const axiosConfig = { headers: { 'X-API-KEY': apiKey }, paramsSerializer: { indexes: null } }
  const api = createApiClient(baseUrl, { axiosConfig })
  const ofCustomer = (customer_id: number) => ({ params: { customer_id } })
  const ofInvoice = (record_number: number) => ({ params: { record_number } })
  const ofWebhook = (uuid: string) => ({ params: { uuid } })
  return {
    listCompanies: () => bodyOf(api.listCompanies()),
    createCustomer: (body: Input<'CustomerInput'>) => bodyOf(api.createCustomer(body)),
    getCustomer: (id: number) => bodyOf(api.getCustomer(ofCustomer(id))),
    updateCustomer: (id: number, body: Input<'CustomerInput'>) =>
      bodyOf(api.updateCustomer(body, ofCustomer(id))),
    deleteCustomer: (id: number) => bodyOf(api.deleteCustomer(undefined, ofCustomer(id))),
    createItem: (body: Input<'ItemInput'>) => bodyOf(api.createItem(body)),
    createInvoice: (body: Input<'InvoiceInput'>, key?: string) =>
      bodyOf(api.createInvoice(body, key === undefined ? {} : { headers: { 'Idempotency-Key': key } })),
    getInvoice: (number: number) => bodyOf(api.getInvoice(ofInvoice(number))),
    listInvoices: (queries: NonNullable<NonNullable<Parameters<typeof api.listInvoices>[0]>['queries']>) =>
      bodyOf(api.listInvoices({ queries })),
    // It writes a list of files as text, so the form goes by its axios.
    attachToInvoice: async (number: number, files: File[]) => {
      const form = new FormData()
      for (const file of files) form.append('files', file)
      const sent = api.axios.post(`/public/v1/invoices/${number}/attachments/`, form, axiosConfig)
      return schemas.Invoice.parse((await bodyOf(sent)).data)
    },
    createCustomerPayment: (body: Input<'CustomerPaymentInput'>) => bodyOf(api.createCustomerPayment(body)),
    createCustomerCredit: (body: Input<'CustomerCreditInput'>) => bodyOf(api.createCustomerCredit(body)),
    createWebhook: (body: Input<'CreateWebhookRequest'>) => bodyOf(api.createWebhook(body)),
    updateWebhook: (uuid: string, body: Input<'UpdateWebhookRequest'>) =>
      bodyOf(api.updateWebhook(body, ofWebhook(uuid))),
    listWebhookDeliveries: (uuid: string) => bodyOf(api.listWebhookDeliveries(ofWebhook(uuid))),
  }
}
