import { grouped } from './amounts'
import type { RecordJson } from './record-columns'
import type { RecordLink } from './subject'

const PARTIES = ['name', 'customer_name', 'vendor_name', 'account_name']

const textOf = (record: RecordJson, member: string): string => {
  const value = record[member]
  return typeof value === 'string' ? value : ''
}

/** The name of a record: its own, or that of its customer or vendor. */
export const partyOf = (record: RecordJson): string =>
  PARTIES.map((member) => textOf(record, member)).find((name) => name !== '') ?? ''

/** The record and its state in a line: `Bill 4, Ivy Logistics, 7,200.00 USD, draft, waits for Person 7`. */
export function recordTitle(model: string, { id }: RecordLink, record: RecordJson): string {
  const text = (member: string): string => textOf(record, member)
  const amount = [grouped(text('amount')), text('currency_iso_4217_code')].join(' ').trim()
  const approvers = Array.isArray(record.next_approvers)
    ? (record.next_approvers as readonly { readonly full_name?: string }[])
    : []
  const isPending = record.approval_status === 'pending'
  const names = approvers.flatMap(({ full_name }) => full_name ?? []).join(' or ')
  return [
    `${model.replace(/([a-z])([A-Z])/g, '$1 $2')} ${id}`,
    partyOf(record),
    text('amount') === '' ? '' : amount,
    text('record_status'),
    isPending ? `waits for ${names || 'approval'}` : text('approval_status'),
  ]
    .filter((part) => part !== '')
    .join(', ')
}
