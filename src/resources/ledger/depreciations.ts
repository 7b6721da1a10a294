import * as f from '../../engine/schema'

/** The depreciation of an asset for a period. Written by the clock; visible in the ledger only. */
export const depreciations = f.unlistedRecord({
  name: 'depreciations',
  basis: 'assumed',
  generated: true,
  fields: {
    ...f.requiredHeader(),
    ...f.givenAmount(),
    /** In the company's currency. The last depreciation of an asset takes the rest. */
    company_amount: f.amount(),
    fixed_asset_number: f.reference('fixedAssets', 'number'),
    expense_account_number: f.reference('accounts', 'number'),
    accumulation_account_number: f.reference('accounts', 'number'),
  },
  document: {},
  amountGiven: true,
  posts: [
    f.debit(f.named('expense_account_number'), 'amount', { company: 'company_amount' }),
    f.credit(f.named('accumulation_account_number'), 'amount', { company: 'company_amount' }),
  ],
})
