import * as f from '../../engine/schema'

/** Moves deferred revenue of a contract to income on a date. It is a draft until that date. */
export const revenueRecognitions = f.unlistedRecord({
  name: 'revenueRecognitions',
  identifier: 'id',
  basis: 'assumed',
  generated: true,
  fields: {
    id: f.readOnly(f.integer()),
    ...f.requiredHeader(),
    contract_id: f.integer(),
    performance_obligation_id: f.maybe(f.integer()),
    amount: f.amount(),
    transaction_id: f.derived(f.nullable(f.integer()), { kind: 'first', column: 'transaction_ids' }),
    income_account_number: f.reference('accounts', 'number'),
    income_account_id: f.idOf('income_account_number'),
    deferral_account_number: f.reference('accounts', 'number'),
    deferrered_revenue_account_id: f.idOf('deferral_account_number'),
    carrying_amount: f.readOnly(f.amount(), '0.00'),
    /** The day of the next attempt after a refusal of this entry. */
    waits_until: f.readOnly(f.nullable(f.date())),
  },
  document: {},
  defers: 'recognised',
  posts: [
    f.debit(f.named('deferral_account_number'), 'amount', { company: 'carrying_amount' }),
    f.credit(f.named('income_account_number'), 'amount', { company: 'carrying_amount' }),
  ],
})
