import type { OpenInvoice, Reconciliation } from './reconcile'
import { type Column, table } from './table'

const OPEN_INVOICE: readonly Column<OpenInvoice>[] = [
  { title: 'invoice', cell: (invoice) => invoice.reference },
  { title: 'customer', cell: (invoice) => invoice.customer },
  { title: 'due on', cell: (invoice) => invoice.dueDate },
  { title: 'amount', cell: (invoice) => invoice.amount, align: 'right' },
  { title: 'still due', cell: (invoice) => invoice.due, align: 'right' },
  { title: '', cell: (invoice) => invoice.currency },
]

/** The open invoices, and how the sum in every currency compares with the files. */
export function printReconciliation({ open, balances, differences }: Reconciliation): string {
  const sums = balances.map(({ currency, invoices, due, expected }) => {
    const verdict = due === expected ? 'the files say the same' : `the files say ${expected}`
    return `${due.padStart(12)} ${currency} due on ${invoices} invoices: ${verdict}`
  })
  return [table(OPEN_INVOICE, open), '', ...sums, ...differences.map((text) => `  ! ${text}`)].join('\n')
}
