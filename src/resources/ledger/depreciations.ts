import { unlistedRecord } from '../../engine/schema/define'
import { givenAmount, requiredHeader } from '../../engine/schema/document-fields'
import { amount, reference } from '../../engine/schema/fields'
import { credit, debit, named } from '../../engine/schema/posting'

/** The depreciation of an asset for a period. Written by the clock; visible in the ledger only. */
export const depreciations = unlistedRecord({
  name: 'depreciations',
  model: 'Depreciation',
  identifier: 'number',
  basis: 'assumed',
  generated: true,
  fields: {
    ...requiredHeader(),
    ...givenAmount(),
    /** In the company's currency. The last depreciation of an asset takes the rest. */
    company_amount: amount(),
    fixed_asset_number: reference('fixedAssets', 'number'),
    expense_account_number: reference('accounts', 'number'),
    accumulation_account_number: reference('accounts', 'number'),
  },
  document: {},
  amountGiven: true,
  posts: [
    debit(named('expense_account_number'), 'amount', { company: 'company_amount' }),
    credit(named('accumulation_account_number'), 'amount', { company: 'company_amount' }),
  ],
})
