/** Contracts with everything filled in, so that a test says only what it is about. */
import type { Simulator } from 'accounting-simulator'

export type ContractInput = Parameters<Simulator['records']['contracts']['create']>[0]
export type Contract = ReturnType<Simulator['records']['contracts']['create']>
export type ObligationInput = NonNullable<ContractInput['obligations']>[number]

/** Two months that begin and end in the middle of one: 1000.00 of consulting, billed at once. */
export const contract = (more: Partial<ContractInput> = {}): ContractInput => ({
  company_id: 1,
  customer_id: 1,
  name: 'Plan',
  start_date: '2026-01-15',
  end_date: '2026-03-14',
  billing_frequency: 'annually',
  obligations: [obligation()],
  ...more,
})

export const obligation = (more: Partial<ObligationInput> = {}): ObligationInput => ({
  item_id: 4,
  quantity: '1',
  rate: '1000.00',
  ...more,
})

/** `01-31 274.19 draft, 02-28 500.00 posted` */
export const recognitions = ({ revenue_recognitions }: Contract): string =>
  revenue_recognitions
    .map(({ date, amount, record_status }) => `${date.slice(5)} ${amount} ${record_status}`)
    .join(', ') || 'nothing'

/** `01-15 500.00, 02-15 500.00` */
export const bills = ({ invoices }: Contract): string =>
  invoices.map(({ date, amount }) => `${date.slice(5)} ${amount}`).join(', ') || 'nothing'
