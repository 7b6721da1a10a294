import { ownClassifications, timestamps } from './field-groups'
import * as f from './fields'

/** Fields of usage records and of the request that writes them (§13.5). */

const STATUSES = ['draft', 'invoiced', 'archived'] as const

export const usageRecord = () => ({
  id: f.readOnly(f.integer()),
  contract_id: f.integer(),
  obligation_id: f.integer(),
  usage_date: f.date(),
  quantity: f.quantity(),
  rate: f.maybe(f.quantity()),
  amount: f.optional(f.amount(), '0.00'),
  effective_rate: f.optional(f.quantity(), '0'),
  revenue_recognition_id: f.maybe(f.integer()),
  status: f.optional(f.choice(...STATUSES), 'draft'),
  invoice_status: f.nameOf('invoice_number', 'record_status'),
  memo: f.optional(f.text(), ''),
  ...timestamps(),
  ...ownClassifications(),
  invoice_number: f.hidden(f.maybe(f.reference('invoices', 'number'))),
  /** True if the usage is to be recognised and invoiced once the contract is active. */
  waits: f.hidden(f.optional(f.flag(), false)),
})

/** An omitted member keeps its value. */
const keptIfOmitted = (inner: f.Field): f.Field => ({ ...inner, nullable: true, initial: null })

/** The body of the bulk upsert: an item with an id updates a record, one without creates it. */
export const usageItems = () => ({
  items: f.list(
    f.object({
      id: f.maybe(f.integer()),
      obligation_id: f.integer(),
      usage_date: f.date(),
      quantity: f.notNegative(f.quantity()),
      rate: f.maybe(f.notNegative(f.quantity())),
      status: f.maybe(f.choice(...STATUSES)),
      memo: f.maybe(f.text()),
      classifications: keptIfOmitted(ownClassifications().classifications),
    }),
  ),
})

const SHOWN = Object.entries(usageRecord())
  .filter(([, { shown }]) => shown !== 'never')
  .map(([name]) => name)

export const contractUsage = (resource: string) =>
  f.derived(f.list(f.object(usageRecord())), { kind: 'owned', resource, by: 'contract_id', members: SHOWN })
