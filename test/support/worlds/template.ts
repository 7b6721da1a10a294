import type { JournalEntryInput, RecurringInvoiceInput, Simulator } from 'accounting-simulator'
import { invoice, journalEntry } from './trade'

type Words = Omit<RecurringInvoiceInput, 'record_payload'>

const words = (more: Partial<Words>): Words => ({
  name: 'Retainer',
  memo: 'every month',
  date: '2026-02-01',
  company_id: 1,
  status: 'active',
  recurring_type: 'automatic',
  rrule: 'FREQ=MONTHLY',
  ...more,
})

/** A template for invoices of the dollar company: one desk for 100.00 on the first of every month. */
export const template = ({
  record_payload = invoice({ due_date: '2026-02-14' }),
  ...more
}: Partial<RecurringInvoiceInput> = {}): RecurringInvoiceInput => ({ ...words(more), record_payload })

/** The same for journal entries: 10.00 from bank to expense. */
export const entryTemplate = (more: Partial<Words> = {}, entry: Partial<JournalEntryInput> = {}) => ({
  ...words(more),
  record_payload: journalEntry({
    items: [
      { account_number: 6000, debit: '10.00', credit: '0', memo: '', position: 1 },
      { account_number: 1000, debit: '0', credit: '10.00', memo: '', position: 2 },
    ],
    ...entry,
  }),
})

/** Makes an item inactive, so that records that need it are refused. */
export function setInUse(simulator: Simulator, id: number, is_active: boolean): void {
  const { items } = simulator.records
  const { name, sku, item_type, income_account_id, expense_account_id } = items.get(id)
  items.update(id, { name, sku, item_type, income_account_id, expense_account_id, is_active })
}
