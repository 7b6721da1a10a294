import * as f from '../../engine/schema'

/** A disposal clears cost and depreciation of an asset, and books proceeds and gain or loss. Ledger only. */
export const assetDisposals = f.unlistedRecord({
  name: 'assetDisposals',
  basis: 'assumed',
  generated: true,
  fields: {
    ...f.requiredHeader(),
    /** The cost of the asset. */
    ...f.givenAmount(),
    fixed_asset_number: f.reference('fixedAssets', 'number'),
    asset_account_number: f.reference('accounts', 'number'),
    accumulation_account_number: f.reference('accounts', 'number'),
    account_number: f.maybe(f.reference('accounts', 'number')),
    accumulated: f.amount(),
    proceeds: f.amount(),
    gain: f.amount(),
  },
  document: {},
  amountGiven: true,
  posts: [
    f.debit(f.money, 'proceeds'),
    f.debit(f.named('accumulation_account_number'), 'accumulated'),
    f.credit(f.named('asset_account_number'), 'amount'),
    f.credit(f.system('Realized Gain/Loss'), 'gain'),
  ],
})
