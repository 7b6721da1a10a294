import { unread } from './field-access'
import * as f from './fields'
import { RECORD_STATUSES, RECURRING_TYPES } from './filters'

/** Fields that several record types share (§2, §4). */

const actor = () =>
  f.readOnly(
    f.nullable(
      f.object({
        actor_type: f.nullable(f.text()),
        email: f.nullable(f.text()),
        first_name: f.nullable(f.text()),
        last_name: f.nullable(f.text()),
        timestamp: f.nullable(f.instant()),
      }),
    ),
  )

export const actors = () => ({ created_by: actor(), updated_by: actor() })

/** Stored for every record; shown only if the record type declares them. */
export const timestamps = () => ({ created_at: f.readOnly(f.instant()), updated_at: f.readOnly(f.instant()) })

export const company = (id: f.Field) => ({
  company_id: f.filledIn(id),
  company_name: f.nameOf('company_id'),
  company_currency: f.nameOf('company_id', 'currency_iso_4217_code'),
})

const customer = (id: f.Field) => ({ customer_id: id, customer_name: f.nameOf('customer_id') })
export const requiredCustomer = () => customer(f.reference('customers'))
export const maybeCustomer = () => customer(f.maybe(f.reference('customers')))

const vendor = (id: f.Field) => ({ vendor_id: id, vendor_name: f.nameOf('vendor_id') })
export const requiredVendor = () => vendor(f.reference('vendors'))
export const maybeVendor = () => vendor(f.maybe(f.reference('vendors')))

/** The number of a transactional record, and the ids of its ledger transactions. */
export const identity = () => ({
  internal_id: f.readOnly(f.integer()),
  number: f.readOnly(f.integer()),
  transaction_ids: f.readOnly(f.list(f.integer()), []),
})

export const dates = () => ({ date: f.date(), transaction_date: f.filledIn(f.maybe(f.date())) })

export const recordStatus = () => ({ record_status: f.optional(f.choice(...RECORD_STATUSES), 'posted') })

/** Currency and rate, which default to those of the counterparty and the company. */
export const defaultedCurrency = () => ({
  currency_iso_4217_code: f.filledIn(f.maybe(f.currency())),
  exchange_rate: f.filledIn(f.maybe(f.exchangeRate())),
})

export const requiredCurrency = () => ({
  currency_iso_4217_code: f.currency(),
  exchange_rate: f.exchangeRate(),
})

/** A person of the organisation (§11.3). */
const named = () => ({
  id: f.integer(),
  first_name: f.text(),
  last_name: f.text(),
  email: f.text(),
  full_name: f.text(),
})

export const person = () => f.object({ ...named(), avatar_url: f.nullable(f.text()) })

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected'] as const

/** The state of an approval (§11.3). */
export const approval = () => ({
  approval_status: f.readOnly(f.nullable(f.choice(...APPROVAL_STATUSES))),
  next_approvers: f.readOnly(f.nullable(f.list(person()))),
  rejected_by: f.readOnly(f.nullable(f.object({ ...named(), rejection_reason: f.nullable(f.text()) }))),
})

/** The state of an approval, shown only in records to which a policy applied. */
export const approvalIfAny = () => {
  const { approval_status, next_approvers, rejected_by } = approval()
  return {
    approval_status: f.onceFilled('approval_status', approval_status),
    next_approvers: f.onceFilled('approval_status', next_approvers),
    rejected_by: f.onceFilled('approval_status', rejected_by),
  }
}

export const postedOnApproval = { approvable: { column: 'record_status', asked: 'posted' } } as const

export const address = () =>
  f.nullable(
    f.object({
      street: f.text(),
      city: f.text(),
      state: f.optional(f.text(), ''),
      postal_code: f.text(),
      country: f.optional(f.text('country'), ''),
      second_line: f.optional(f.text(), ''),
      name: f.optional(f.nullable(f.text())),
    }),
  )

export const addresses = () => ({
  bill_to_address: f.optional(f.nullable(f.text()), ''),
  ship_to_address: f.optional(f.nullable(f.text()), ''),
  billing_address: f.optional(address()),
  shipping_address: f.optional(address()),
})

export const payment = () =>
  f.maybe(
    f.object({
      type: f.optional(f.nullable(f.text())),
      id: f.optional(f.nullable(f.integer())),
      body: f.optional(f.nullable(f.text())),
      link: f.optional(f.nullable(f.text())),
    }),
  )

export const attachments = () => ({
  attachments: f.special(
    'attachments',
    f.optional(
      f.list(
        f.object({
          id: f.integer(),
          file_name: f.text(),
          file_size: f.integer(),
          download_url: f.optional(f.nullable(f.text())),
          upload_url: f.hidden(f.optional(f.nullable(f.text()))),
          category: f.hidden(f.optional(f.text(), 'default')),
        }),
      ),
      [],
    ),
  ),
})

export const ownClassifications = () => ({
  classifications: f.special(
    'classifications',
    f.optional(
      f.nullable(
        f.list(
          f.object({
            id: f.reference('classifications'),
            line_id: f.reference('classificationLines'),
            name: unread(f.nullable(f.text())),
            line_name: unread(f.nullable(f.text())),
            parent_classification_id: unread(f.nullable(f.integer())),
            parent_classification_line_id: unread(f.nullable(f.integer())),
          }),
        ),
      ),
      [],
    ),
  ),
})

/** Classification entries of the header, which every line carries too. */
export const headerClassifications = (...lines: readonly string[]) => ({
  classifications: f.derived(f.list(f.object({ id: f.integer(), line_id: f.integer() })), {
    kind: 'common-classifications',
    lines,
  }),
})

export const customFieldValues = () => ({
  custom_fields: f.special('custom-fields', f.optional(f.nullable(f.list(f.anything())))),
})

/** Minimum and maximum length of a recurrence rule's text (§4.6). */
export const RULE_LENGTH = { least: 8, most: 500 }
export const FREQUENCIES_OF_RULES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const RULE_PATTERN = `^FREQ=(${FREQUENCIES_OF_RULES.join('|')})(;[A-Z]+=[^;=]+)*$`

/** Templates that create records of another type on the dates of a rule (§4.6.8). */
export const recurring = (creates: string) =>
  ({
    basis: 'specified',
    operations: { v1: ['list', 'get', 'create', 'update', 'remove'] },
    fields: recurringTemplate(creates),
    recurs: { creates, payload: 'record_payload' },
    orderings: ['number', 'date', 'created_at', 'updated_at'],
    search: ['number', 'internal_id', 'memo', 'name'],
  }) as const

const recurringTemplate = (creates: string) => ({
  ...actors(),
  internal_id: f.readOnly(f.integer()),
  number: f.readOnly(f.integer()),
  name: f.text(),
  memo: f.text(),
  date: f.date(),
  ...company(f.reference('companies')),
  status: f.choice('active', 'inactive'),
  record_payload: f.createBody(),
  rrule: { ...f.text(), lengths: RULE_LENGTH, pattern: RULE_PATTERN },
  next_occurrence: f.readOnly(f.nullable(f.instant())),
  last_generated: f.readOnly(f.nullable(f.instant())),
  recurring_type: f.choice(...RECURRING_TYPES),
  records: f.derived(f.list(f.anything()), {
    kind: 'owned',
    resource: creates,
    by: 'recurring_record_number',
    members: ['internal_id', 'number', 'date', 'amount', 'record_status'],
  }),
})
