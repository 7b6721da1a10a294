import { Api, type Errors, type FilesUpload, type HttpResponse, type InvoiceInput } from './generated/api'
import { Refused } from './refused'

/** Calls an operation. It throws a refusal as the response. */
const through =
  <A extends unknown[], T>(operation: (...args: A) => Promise<HttpResponse<T, Errors>>) =>
  async (...args: A): Promise<T> => {
    try {
      return (await operation(...args)).data
    } catch (response) {
      const { status, error } = response as HttpResponse<T, Errors>
      throw new Refused(status, error.errors)
    }
  }

export function connect(baseUrl: string, apiKey: string) {
  const { public: api } = new Api({
    baseUrl,
    securityWorker: () => ({ headers: { 'X-API-KEY': apiKey } }),
  })
  return {
    listCompanies: through(api.listCompanies),
    createCustomer: through(api.createCustomer),
    getCustomer: through(api.getCustomer),
    updateCustomer: through(api.updateCustomer),
    deleteCustomer: through(api.deleteCustomer),
    createItem: through(api.createItem),
    // It leaves out the parameters that are headers.
    createInvoice: (body: InvoiceInput, key?: string) =>
      through(api.createInvoice)(body, key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    getInvoice: through(api.getInvoice),
    listInvoices: through(api.listInvoices),
    attachToInvoice: (number: number, files: File[]) => {
      const form = new FormData()
      for (const file of files) form.append('files', file)
      // It writes a list of files as text, and passes a form as it is.
      return through(api.attachToInvoice)(number, form as unknown as FilesUpload)
    },
    createCustomerPayment: through(api.createCustomerPayment),
    createCustomerCredit: through(api.createCustomerCredit),
    createWebhook: through(api.createWebhook),
    updateWebhook: through(api.updateWebhook),
    listWebhookDeliveries: through(api.listWebhookDeliveries),
  }
}
