import axios from 'axios'
import * as api from './generated'
import { axiosInstance } from './generated/.kubb/fetch'
import { Refused } from './refused'

/** Calls an operation; its refusal is that of the story. */
const through =
  <A extends unknown[], T>(operation: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await operation(...args)
    } catch (error) {
      if (!axios.isAxiosError<api.Errors>(error) || !error.response) throw error
      throw new Refused(error.response.status, error.response.data.errors)
    }
  }

export function connect(baseUrl: string, apiKey: string) {
  axiosInstance.defaults.baseURL = baseUrl
  axiosInstance.defaults.headers.common['X-API-KEY'] = apiKey
  // The service reads a list as a parameter that is repeated.
  axiosInstance.defaults.paramsSerializer = { indexes: null }
  return {
    listCompanies: through(api.listCompanies),
    createCustomer: through(api.createCustomer),
    getCustomer: through(api.getCustomer),
    updateCustomer: through(api.updateCustomer),
    deleteCustomer: through(api.deleteCustomer),
    createItem: through(api.createItem),
    createInvoice: (body: api.InvoiceInput, key?: string) =>
      through(api.createInvoice)(body, key === undefined ? {} : { 'Idempotency-Key': key }),
    getInvoice: through(api.getInvoice),
    listInvoices: through(api.listInvoices),
    attachToInvoice: (number: number, files: File[]) => through(api.attachToInvoice)(number, { files }),
    createCustomerPayment: through(api.createCustomerPayment),
    createCustomerCredit: through(api.createCustomerCredit),
    createWebhook: through(api.createWebhook),
    updateWebhook: through(api.updateWebhook),
    listWebhookDeliveries: through(api.listWebhookDeliveries),
  }
}
