import { addresses, classifications, payment } from './field-groups'
import {
  among,
  amount,
  anything,
  choice,
  choiceAnd,
  copyOf,
  createBody,
  date,
  derived,
  type Field,
  filledIn,
  flag,
  hidden,
  integer,
  lines,
  list,
  maybe,
  nullable,
  object,
  optional,
  quantity,
  readOnly,
  reference,
  text,
} from './fields'
import { RECORD_STATUSES } from './filters'
import { line } from './line-fields'

/** Fields of contracts, their obligations and the records they generate (docs/service.md §13.1). */

const FREQUENCIES = ['daily', 'weekly', 'monthly', 'annually'] as const

/** Units of billing and recognition periods (docs/service.md §13.1). */
export type Frequency = (typeof FREQUENCIES)[number]

const STRATEGIES = [
  'straight_line',
  'straight_line_start_end_even',
  'daily_prorata',
  'milestone',
  'usage_tiered',
  'usage',
  'immediate',
  'deposit_release',
] as const

export type RecognitionStrategy = (typeof STRATEGIES)[number]

/** 0 is Monday. */
const weekday = () => maybe(among(0, 1, 2, 3, 4, 5, 6))
const frequency = () => optional(choice(...FREQUENCIES), 'monthly')
const interval = () => optional(integer(1), 1)

/** Billing and recognition of the contract. An obligation may override them. */
export const rhythms = () => ({
  billing_start_date: filledIn(maybe(date())),
  billing_frequency: frequency(),
  billing_interval: interval(),
  billing_anchor_weekday: weekday(),
  recognition_start_date: filledIn(maybe(date())),
  recognition_frequency: frequency(),
  recognition_interval: interval(),
  recognition_anchor_weekday: weekday(),
})

/** `date` defaults to the start of the term. */
export const contractTerm = () => ({
  date: filledIn(maybe(date())),
  term_id: maybe(reference('terms')),
  start_date: date(),
  end_date: maybe(date()),
})

export const contractStatus = () => ({
  status: optional(choiceAnd(['draft', 'active'], ['completed', 'terminated', 'archived']), 'draft'),
  record_status: readOnly(choice(...RECORD_STATUSES), 'draft'),
  is_locked: readOnly(flag(), false),
})

export const contractTexts = () => ({ ...addresses(), payment: payment() })

/** Performance obligations: priced like lines, with their own or the contract's billing and recognition. */
export const obligations = () =>
  optional(
    lines({
      ...line(),
      item_id: reference('items'),
      quantity: filledIn(maybe(quantity())),
      rate: filledIn(maybe(quantity())),
      memo: optional(text(), ''),
      ...classifications(),
      term_id: maybe(reference('terms')),
      standalone_selling_price: maybe(quantity()),
      recognition_strategy: optional(choice(...STRATEGIES), 'straight_line'),
      obligation_conditions: maybe(anything()),
      billing_start_date: filledIn(maybe(date())),
      billing_end_date: maybe(date()),
      billing_frequency: filledIn(maybe(choice(...FREQUENCIES))),
      billing_interval: filledIn(maybe(integer(1))),
      sync_billing_with_recognition: optional(flag(), false),
      skip_invoice_generation: optional(flag(), false),
      recognition_start_date: filledIn(maybe(date())),
      recognition_end_date: maybe(date()),
      recognition_frequency: filledIn(maybe(choice(...FREQUENCIES))),
      recognition_interval: filledIn(maybe(integer(1))),
      discount_type: maybe(choice('PERCENTAGE', 'FIXED')),
      discount_value: maybe(quantity()),
      amount: readOnly(amount(), '0.00'),
      discount_amount: readOnly(amount(), '0.00'),
      net_amount: readOnly(amount(), '0.00'),
      /** The amount to recognise if standalone prices allocate the net. */
      allocated_amount: hidden(readOnly(amount(), '0.00')),
    }),
    [],
  )

/** A schedule given in the request. Responses show the entries generated from it. */
export const givenRecognitions = (resource: string, members: readonly string[]): Field => ({
  ...optional(
    list(
      object({
        date: date(),
        transaction_date: maybe(date()),
        amount: amount(),
        record_status: optional(choice(...RECORD_STATUSES), 'posted'),
        performance_obligation_id: maybe(integer()),
        income_account_id: maybe(reference('accounts')),
        deferral_account_id: maybe(reference('accounts')),
      }),
    ),
    [],
  ),
  special: 'schedule',
  derived: { kind: 'owned', resource, by: 'contract_id', members },
})

/** Create bodies of invoices that replace generated billing. Never shown. */
export const preparedInvoices = () => hidden(optional(list(createBody()), []))

/** The generated invoices of a contract, as the contract lists them. */
export const contractInvoices = (resource: string) =>
  derived(
    list(
      object({
        id: copyOf(integer(), 'internal_id'),
        number: readOnly(integer()),
        date: readOnly(date()),
        due_date: readOnly(nullable(date())),
        amount: readOnly(amount()),
        tax_amount: derived(amount(), { kind: 'total', lines: 'items', member: 'tax_amount' }),
        paid_total: readOnly(amount()),
        record_status: readOnly(choice(...RECORD_STATUSES)),
        term_id: readOnly(nullable(integer())),
        source: derived(text(), { kind: 'constant', value: 'contract' }),
      }),
    ),
    { kind: 'owned', resource, by: 'contract_id' },
  )
