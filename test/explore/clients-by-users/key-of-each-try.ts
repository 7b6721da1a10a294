/** Interceptors of axios run again for each retry, so each try has an idempotency key of its own. */
import { randomUUID } from 'node:crypto'
import { createSimulator } from 'accounting-simulator'
import { allOf, type Experiment, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import axios, { isAxiosError } from 'axios'
import axiosRetry, { isRetryableError } from 'axios-retry'
import { invoiceOf, ORDERS, REFERENCES } from './shop'

function connect(baseURL: string, key: () => string) {
  const http = axios.create({ baseURL, timeout: 60_000 })
  http.interceptors.request.use((config) => {
    config.headers.set('X-API-KEY', key())
    if (config.method === 'post') config.headers.set('Idempotency-Key', randomUUID())
    return config
  })
  axiosRetry(http, {
    retries: 5,
    shouldResetTimeout: true,
    // Not `exponentialDelay`, which draws: its plan would not fail again at the same instant.
    retryDelay: (count) => 500 * 2 ** count,
    retryCondition: isRetryableError,
  })
  return http
}

function shop({ baseUrl, apiKey, disk }: Stage) {
  const http = connect(baseUrl, apiKey)
  const isThere = async (reference: string): Promise<boolean> => {
    const { data } = await http.get('/public/v1/invoices/', { params: { search: reference } })
    return data.items.some((invoice: { reference_number: string }) => invoice.reference_number === reference)
  }
  return {
    async run() {
      for (const order of ORDERS) {
        if (disk.read(order.reference) === 'sent') continue
        try {
          if (!(await isThere(order.reference))) await http.post('/public/v1/invoices/', invoiceOf(order))
          disk.write(order.reference, 'sent')
        } catch (error) {
          if (!isAxiosError(error)) throw error
          throw new Error(`${order.reference}: ${error.response?.status ?? error.code}`)
        }
      }
    },
  }
}

export const keyOfEachTry = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: allOf(
    noDuplicates('invoices', 'reference_number'),
    nothingLost('invoices', 'reference_number', REFERENCES),
  ),
})
