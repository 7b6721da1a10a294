import { unread } from './field-doors'
import {
  anything,
  choice,
  createBody,
  currency,
  date,
  derived,
  exchangeRate,
  type Field,
  filledIn,
  hidden,
  instant,
  integer,
  list,
  maybe,
  nameOf,
  nullable,
  object,
  onceFilled,
  optional,
  readOnly,
  reference,
  special,
  text,
} from './fields'
import { RECORD_STATUSES, RECURRING_TYPES } from './filters'

/** Fields that several record types share (docs/service.md §2, §4). */

const actor = () =>
  readOnly(
    nullable(
      object({
        actor_type: nullable(text()),
        email: nullable(text()),
        first_name: nullable(text()),
        last_name: nullable(text()),
        timestamp: nullable(instant()),
      }),
    ),
  )

export const actors = () => ({ created_by: actor(), updated_by: actor() })

/** Stored for every record; shown only if the record type declares them. */
export const timestamps = () => ({ created_at: readOnly(instant()), updated_at: readOnly(instant()) })

export const company = (id: Field) => ({
  company_id: filledIn(id),
  company_name: nameOf('company_id'),
  company_currency: nameOf('company_id', 'currency_iso_4217_code'),
})

/** The number of a transactional record, and the ids of its ledger transactions. */
export const identity = () => ({
  internal_id: readOnly(integer()),
  number: readOnly(integer()),
  transaction_ids: readOnly(list(integer()), []),
})

export const dates = () => ({
  date: date(),
  transaction_date: filledIn(maybe(date())),
})

export const recordStatus = () => ({ record_status: optional(choice(...RECORD_STATUSES), 'posted') })

/** Currency and rate, which default to those of the counterparty and the company. */
export const defaultedCurrency = () => ({
  currency_iso_4217_code: filledIn(maybe(currency())),
  exchange_rate: filledIn(maybe(exchangeRate())),
})

export const requiredCurrency = () => ({ currency_iso_4217_code: currency(), exchange_rate: exchangeRate() })

/** A person of the organisation (docs/service.md §11.3). */
const named = () => ({
  id: integer(),
  first_name: text(),
  last_name: text(),
  email: text(),
  full_name: text(),
})

export const person = () => object({ ...named(), avatar_url: nullable(text()) })

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected'] as const

/** The state of an approval (docs/service.md §11.3). */
export const approval = () => ({
  approval_status: readOnly(nullable(choice(...APPROVAL_STATUSES))),
  next_approvers: readOnly(nullable(list(person()))),
  rejected_by: readOnly(nullable(object({ ...named(), rejection_reason: nullable(text()) }))),
})

/** For record types that show the approval only for records that a policy applied to. */
export const approvalIfAny = () => {
  const { approval_status, next_approvers, rejected_by } = approval()
  return {
    approval_status: onceFilled('approval_status', approval_status),
    next_approvers: onceFilled('approval_status', next_approvers),
    rejected_by: onceFilled('approval_status', rejected_by),
  }
}

/** The approvable column of most record types. */
export const postedOnApproval = { approvable: { column: 'record_status', asked: 'posted' } } as const

export const address = () =>
  nullable(
    object({
      street: text(),
      city: text(),
      state: optional(text(), ''),
      postal_code: text(),
      country: optional(text('country'), ''),
      second_line: optional(text(), ''),
      name: optional(nullable(text())),
    }),
  )

export const addresses = () => ({
  bill_to_address: optional(nullable(text()), ''),
  ship_to_address: optional(nullable(text()), ''),
  billing_address: optional(address()),
  shipping_address: optional(address()),
})

export const payment = () =>
  maybe(
    object({
      type: optional(nullable(text())),
      id: optional(nullable(integer())),
      body: optional(nullable(text())),
      link: optional(nullable(text())),
    }),
  )

export const attachments = () => ({
  attachments: special(
    'attachments',
    optional(
      list(
        object({
          id: integer(),
          file_name: text(),
          file_size: integer(),
          download_url: optional(nullable(text())),
          upload_url: hidden(optional(nullable(text()))),
          category: hidden(optional(text(), 'default')),
        }),
      ),
      [],
    ),
  ),
})

export const classifications = () => ({
  classifications: special(
    'classifications',
    optional(
      nullable(
        list(
          object({
            id: reference('classifications'),
            line_id: reference('classificationLines'),
            name: unread(nullable(text())),
            line_name: unread(nullable(text())),
            parent_classification_id: unread(nullable(integer())),
            parent_classification_line_id: unread(nullable(integer())),
          }),
        ),
      ),
      [],
    ),
  ),
})

/** Classification entries of the header, which every line carries too. */
export const headerClassifications = (...lines: readonly string[]) => ({
  classifications: derived(list(object({ id: integer(), line_id: integer() })), {
    kind: 'common-classifications',
    lines,
  }),
})

export const customFields = () => ({
  custom_fields: special('custom-fields', optional(nullable(list(anything())))),
})

/** A template that creates records of another type on the dates of a rule (docs/service.md §4.6.8). */
export const recurringTemplate = (creates: string) => ({
  ...actors(),
  internal_id: readOnly(integer()),
  number: readOnly(integer()),
  name: text(),
  memo: text(),
  date: date(),
  ...company(reference('companies')),
  status: choice('active', 'inactive'),
  record_payload: createBody(),
  rrule: text(),
  next_occurrence: readOnly(nullable(instant())),
  last_generated: readOnly(nullable(instant())),
  recurring_type: choice(...RECURRING_TYPES),
  records: derived(list(anything()), {
    kind: 'owned',
    resource: creates,
    by: 'recurring_record_number',
    members: ['internal_id', 'number', 'date', 'amount', 'record_status'],
  }),
})
