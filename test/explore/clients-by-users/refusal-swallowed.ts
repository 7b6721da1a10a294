/** A payment that the service refuses is logged and ticked off like any other. */
import { createSimulator } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import axios, { isAxiosError } from 'axios'

interface Payment {
  readonly receipt: string
  readonly invoice: number
  readonly amount: string
}

const PAYMENTS: readonly Payment[] = [
  { receipt: 'P-1', invoice: 1, amount: '10.00' },
  { receipt: 'P-2', invoice: 2, amount: '15.00' },
]

function till({ baseUrl, apiKey, disk }: Stage) {
  const http = axios.create({ baseURL: `${baseUrl}/public/v1`, timeout: 60_000 })
  const post = (payment: Payment) =>
    http.post(
      '/customer-payments/',
      {
        date: '2026-01-15',
        company_id: 1,
        customer_id: 1,
        check_number: payment.receipt,
        memo: '',
        account_number: 1000,
        currency_iso_4217_code: 'USD',
        exchange_rate: '1',
        items: [{ invoice_number: payment.invoice, amount: payment.amount }],
      },
      { headers: { 'X-API-KEY': apiKey(), 'Idempotency-Key': payment.receipt } },
    )
  return {
    async run() {
      for (const payment of PAYMENTS) {
        if (disk.read(payment.receipt)) continue
        try {
          await post(payment)
        } catch (error) {
          if (!isAxiosError(error) || error.response?.status !== 422) throw error
          console.debug('refused', error.response.data)
        }
        disk.write(payment.receipt, 'booked')
      }
    },
  }
}

/** The till and the books agree on every receipt that the till calls booked. */
const check = ({ simulator, disk }: End): string[] =>
  PAYMENTS.filter(({ receipt }) => disk.read(receipt) === 'booked')
    .filter(({ receipt }) => simulator.records.customerPayments.count({ check_number: receipt }) === 0)
    .map(({ receipt }) => `the till has booked ${receipt}, the books have not`)

export const refusalSwallowed = (): Experiment => {
  const world = createSimulator()
  world.make.invoices(2, {
    company_id: 1,
    customer_id: 1,
    items: [{ item_id: 1, quantity: 1, rate: '20.00' }],
  })
  return { world, start: till, others: true, check }
}
