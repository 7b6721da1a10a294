import { unlistedRecord } from '../../engine/schema/define'
import { requiredHeader } from '../../engine/schema/document-fields'
import {
  amount,
  date,
  derived,
  idOf,
  integer,
  maybe,
  nullable,
  readOnly,
  reference,
} from '../../engine/schema/fields'
import { credit, debit, named } from '../../engine/schema/posting'

/** Moves deferred revenue of a contract to income on a date. It is a draft until that date. */
export const revenueRecognitions = unlistedRecord({
  name: 'revenueRecognitions',
  model: 'RevenueRecognition',
  identifier: 'id',
  basis: 'assumed',
  generated: true,
  fields: {
    id: readOnly(integer()),
    ...requiredHeader(),
    contract_id: integer(),
    performance_obligation_id: maybe(integer()),
    amount: amount(),
    transaction_id: derived(nullable(integer()), { kind: 'first', column: 'transaction_ids' }),
    income_account_number: reference('accounts', 'number'),
    income_account_id: idOf('income_account_number'),
    deferral_account_number: reference('accounts', 'number'),
    deferrered_revenue_account_id: idOf('deferral_account_number'),
    carrying_amount: readOnly(amount(), '0.00'),
    /** The day on which it is tried again, where it was refused on its own. */
    waits_until: readOnly(nullable(date())),
  },
  document: {},
  defers: 'recognised',
  posts: [
    debit(named('deferral_account_number'), 'amount', { company: 'carrying_amount' }),
    credit(named('income_account_number'), 'amount', { company: 'carrying_amount' }),
  ],
})
