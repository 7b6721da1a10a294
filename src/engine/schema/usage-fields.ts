import { classifications, timestamps } from './field-groups'
import {
  amount,
  choice,
  date,
  derived,
  type Field,
  flag,
  hidden,
  integer,
  list,
  maybe,
  nameOf,
  object,
  optional,
  quantity,
  readOnly,
  reference,
  text,
} from './fields'

/** Fields of usage records and of the request that writes them (docs/service.md §13.5). */

const STATUSES = ['draft', 'invoiced', 'archived'] as const

export const usageRecord = () => ({
  id: readOnly(integer()),
  contract_id: integer(),
  obligation_id: integer(),
  usage_date: date(),
  quantity: quantity(),
  rate: maybe(quantity()),
  amount: optional(amount(), '0.00'),
  effective_rate: optional(quantity(), '0'),
  revenue_recognition_id: maybe(integer()),
  status: optional(choice(...STATUSES), 'draft'),
  invoice_status: nameOf('invoice_number', 'record_status'),
  memo: optional(text(), ''),
  ...timestamps(),
  ...classifications(),
  invoice_number: hidden(maybe(reference('invoices', 'number'))),
  /** Whether it is to be recognised and invoiced once the contract is active. */
  waits: hidden(optional(flag(), false)),
})

/** An omitted member keeps its value. */
const keptIfOmitted = (inner: Field): Field => ({
  ...inner,
  nullable: true,
  initial: null,
})

/**
 * The body of the bulk upsert: an item with an id updates that record, an item without one creates a record.
 */
export const usageItems = () => ({
  items: list(
    object({
      id: maybe(integer()),
      obligation_id: integer(),
      usage_date: date(),
      quantity: quantity(),
      rate: maybe(quantity()),
      status: maybe(choice(...STATUSES)),
      memo: maybe(text()),
      classifications: keptIfOmitted(classifications().classifications),
    }),
  ),
})

const SHOWN = Object.entries(usageRecord())
  .filter(([, { shown }]) => shown !== 'never')
  .map(([name]) => name)

/** The usage records of a contract, as the contract shows them. */
export const contractUsage = (resource: string) =>
  derived(list(object(usageRecord())), {
    kind: 'owned',
    resource,
    by: 'contract_id',
    members: SHOWN,
  })
