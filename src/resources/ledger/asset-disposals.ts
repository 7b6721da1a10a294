import { unlistedRecord } from '../../engine/schema/define'
import { givenAmount, requiredHeader } from '../../engine/schema/document-fields'
import { amount, maybe, reference } from '../../engine/schema/fields'
import { credit, debit, money, named, system } from '../../engine/schema/posting'

/**
 * An asset that leaves the books, in the company's currency: its cost and what was written off go, what it brought in
 * comes, and the difference is a gain or loss. The ledger alone shows it.
 */
export const assetDisposals = unlistedRecord({
  name: 'assetDisposals',
  model: 'AssetDisposal',
  identifier: 'number',
  basis: 'assumed',
  generated: true,
  fields: {
    ...requiredHeader(),
    /** The cost of the asset. */
    ...givenAmount(),
    fixed_asset_number: reference('fixedAssets', 'number'),
    asset_account_number: reference('accounts', 'number'),
    accumulation_account_number: reference('accounts', 'number'),
    account_number: maybe(reference('accounts', 'number')),
    accumulated: amount(),
    proceeds: amount(),
    gain: amount(),
  },
  document: {},
  amountGiven: true,
  posts: [
    debit(money('account_number', 'Undeposited Funds'), 'proceeds'),
    debit(named('accumulation_account_number'), 'accumulated'),
    credit(named('asset_account_number'), 'amount'),
    credit(system('Realized Gain/Loss'), 'gain'),
  ],
})
