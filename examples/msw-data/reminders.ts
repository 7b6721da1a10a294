import { Collection, Query } from '@msw/data'
import type { Invoice, Simulator } from 'accounting-simulator'

/** What the app keeps itself: that it reminded a customer of an invoice. */
export interface Reminder {
  invoice: number
  sent: string
}

/** A Standard Schema; zod and others make one. */
const schema = {
  '~standard': {
    version: 1,
    vendor: 'example',
    types: undefined as { input: Reminder; output: Reminder } | undefined,
    validate: (value: unknown) => ({ value: value as Reminder }),
  },
} as const

/** The app's own records stand in a collection of @msw/data ... */
export const reminders = new Collection({ schema })

/** ... and the same query language asks the simulator, whose records are never copied and so never stale. */
export const overdue = (today: string): Query<Invoice> =>
  new Query<Invoice>().where({
    record_status: 'posted',
    due_date: (due) => due !== null && due < today,
    amount_due: (due) => Number(due) > 0,
  })

/** Overdue invoices without a reminder, the oldest first. */
export const toRemind = ({ records }: Simulator, today: string): Invoice[] =>
  records.invoices
    .findMany(overdue(today), { orderBy: { due_date: 'asc' } })
    .filter(({ number }) => !reminders.findFirst((query) => query.where({ invoice: number })))

export async function remind(simulator: Simulator, today: string): Promise<number[]> {
  const due = toRemind(simulator, today).map(({ number }) => number)
  for (const invoice of due) await reminders.create({ invoice, sent: today })
  return due
}
