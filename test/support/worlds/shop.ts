import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import { clientOf, type Send } from '../client'

export const INVOICES = '/public/v1/invoices/'
export const CUSTOMERS = '/public/v1/customers/'

/** An invoice over 100.00 to customer 1. */
export const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  items: [{ item_id: 1, quantity: 1, rate: 100, position: 1 }],
}

export const customer = (name: string) => ({
  name,
  email: 'books@example.com',
  address: '1 Main Street',
  country: 'US',
  phone: '',
  website: '',
})

/** A simulator with so many invoices, and a client with its key. */
export function shop(invoices = 0, options: SimulatorOptions = {}): { simulator: Simulator; send: Send } {
  const simulator = createSimulator({ rateLimits: false, ...options })
  for (let made = 0; made < invoices; made += 1) simulator.records.invoices.create(INVOICE)
  return { simulator, send: clientOf(simulator) }
}

export const why = (simulator: Simulator): string => simulator.traffic.at(-1)?.why ?? ''
