import { addresses, ownClassifications, payment } from './field-groups'
import * as f from './fields'
import { RECORD_STATUSES } from './filters'
import { line } from './line-fields'

/** Fields of contracts, their obligations and the records they generate (§13.1). */

const FREQUENCIES = ['daily', 'weekly', 'monthly', 'annually'] as const

/** Units of billing and recognition periods (§13.1). */
export type ContractFrequency = (typeof FREQUENCIES)[number]

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
const weekday = () => f.maybe(f.oneOf(0, 1, 2, 3, 4, 5, 6))
const frequency = () => f.optional(f.choice(...FREQUENCIES), 'monthly')
const interval = () => f.optional(f.integer(1), 1)

/** Billing and recognition of the contract. An obligation may override them. */
export const rhythms = () => ({
  billing_start_date: f.filledIn(f.maybe(f.date())),
  billing_frequency: frequency(),
  billing_interval: interval(),
  billing_anchor_weekday: weekday(),
  recognition_start_date: f.filledIn(f.maybe(f.date())),
  recognition_frequency: frequency(),
  recognition_interval: interval(),
  recognition_anchor_weekday: weekday(),
})

/** `date` defaults to the start of the term. */
export const contractTerm = () => ({
  date: f.filledIn(f.maybe(f.date())),
  term_id: f.maybe(f.reference('terms')),
  start_date: f.date(),
  end_date: f.maybe(f.date()),
})

export const contractStatus = () => ({
  status: f.optional(f.choiceAnd(['draft', 'active'], ['completed', 'terminated', 'archived']), 'draft'),
  record_status: f.readOnly(f.choice(...RECORD_STATUSES), 'draft'),
  is_locked: f.readOnly(f.flag(), false),
})

export const contractTexts = () => ({ ...addresses(), payment: payment() })

/** Performance obligations: priced like lines, with their own or the contract's billing and recognition. */
export const obligations = () =>
  f.optional(
    f.lines({
      ...line(),
      item_id: f.reference('items'),
      quantity: f.filledIn(f.maybe(f.notNegative(f.quantity()))),
      rate: f.filledIn(f.maybe(f.quantity())),
      memo: f.optional(f.text(), ''),
      ...ownClassifications(),
      term_id: f.maybe(f.reference('terms')),
      standalone_selling_price: f.maybe(f.notNegative(f.quantity())),
      recognition_strategy: f.optional(f.choice(...STRATEGIES), 'straight_line'),
      obligation_conditions: f.maybe(f.anyObject()),
      billing_start_date: f.filledIn(f.maybe(f.date())),
      billing_end_date: f.maybe(f.date()),
      billing_frequency: f.filledIn(f.maybe(f.choice(...FREQUENCIES))),
      billing_interval: f.filledIn(f.maybe(f.integer(1))),
      sync_billing_with_recognition: f.optional(f.flag(), false),
      skip_invoice_generation: f.optional(f.flag(), false),
      recognition_start_date: f.filledIn(f.maybe(f.date())),
      recognition_end_date: f.maybe(f.date()),
      recognition_frequency: f.filledIn(f.maybe(f.choice(...FREQUENCIES))),
      recognition_interval: f.filledIn(f.maybe(f.integer(1))),
      discount_type: f.maybe(f.choice('PERCENTAGE', 'FIXED')),
      discount_value: f.maybe(f.notNegative(f.quantity())),
      amount: f.readOnly(f.amount(), '0.00'),
      discount_amount: f.readOnly(f.amount(), '0.00'),
      net_amount: f.readOnly(f.amount(), '0.00'),
      /** The amount to recognise if standalone prices allocate the net. */
      allocated_amount: f.hidden(f.readOnly(f.amount(), '0.00')),
    }),
    [],
  )

/** A schedule given in the request. Responses show the entries generated from it. */
export const givenRecognitions = (resource: string, members: readonly string[]): f.Field => ({
  ...f.optional(
    f.list(
      f.object({
        date: f.date(),
        transaction_date: f.maybe(f.date()),
        amount: f.notNegative(f.amount()),
        record_status: f.optional(f.choice(...RECORD_STATUSES), 'posted'),
        performance_obligation_id: f.maybe(f.integer()),
        income_account_id: f.maybe(f.reference('accounts')),
        deferral_account_id: f.maybe(f.reference('accounts')),
      }),
    ),
    [],
  ),
  special: 'schedule',
  derived: { kind: 'owned', resource, by: 'contract_id', members },
})

/** Create bodies of invoices that replace generated billing. Never shown. */
export const preparedInvoices = () => f.hidden(f.optional(f.list(f.createBody()), []))

export const contractInvoices = (resource: string) =>
  f.derived(
    f.list(
      f.object({
        id: f.copyOf(f.integer(), 'internal_id'),
        number: f.readOnly(f.integer()),
        date: f.readOnly(f.date()),
        due_date: f.readOnly(f.nullable(f.date())),
        amount: f.readOnly(f.amount()),
        tax_amount: f.derived(f.amount(), { kind: 'total', lines: 'items', member: 'tax_amount' }),
        paid_total: f.readOnly(f.amount()),
        record_status: f.readOnly(f.choice(...RECORD_STATUSES)),
        term_id: f.readOnly(f.nullable(f.integer())),
        source: f.derived(f.text(), { kind: 'constant', value: 'contract' }),
      }),
    ),
    { kind: 'owned', resource, by: 'contract_id' },
  )
