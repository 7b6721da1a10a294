/** Steps and tie-outs of fixed assets. */
import { centsText } from '../simulation/arithmetic'
import { plusDays } from './days'
import type { LedgerIndex } from './ledger-index'
import type { RandomStep } from './steps'
import type { Story } from './story'

const bodyOf = (story: Story, start: string) => ({
  ...{ company_id: 1, name: 'Machine', currency_iso_4217_code: 'USD', exchange_rate: '1' },
  purchase_date: start,
  cost: centsText(BigInt(50_000 + story.chance.below(1_000_000))),
  ...{ asset_account_number: 1500, expense_account_number: 6200, accumulation_account_number: 1590 },
  useful_life: 3 + story.chance.below(24),
  depreciation_method: story.chance.pick(['straight_line', 'double_declining']),
  depreciation_start_date: start,
  convention: 'full_month',
})

const ASSETS_AT_ONCE = 8

/** Assets that still lose value. */
const working = ({ simulator, assets }: Story) =>
  assets
    .map((number) => simulator.records.fixedAssets.get(number))
    .filter(({ status }) => status === 'active')

export const assetSteps: readonly RandomStep[] = [
  {
    weight: 2,
    take: (story) => {
      if (working(story).length >= ASSETS_AT_ONCE) return
      const start = plusDays(story.today, -story.chance.below(40))
      story.try('buy', () => {
        const { number } = story.simulator.records.fixedAssets.create(bodyOf(story, start) as never)
        story.assets.push(number)
      })
    },
  },
  {
    weight: 2,
    take: (story) => {
      const found = working(story)
      if (found.length === 0) return
      const asset = story.chance.pick(found)
      const body = { ...bodyOf(story, asset.purchase_date), depreciation_method: asset.depreciation_method }
      story.try('edit asset', () => story.simulator.records.fixedAssets.update(asset.number, body as never))
    },
  },
]

/** What the assets have lost is what stands against their cost. */
export function assetProblems(_story: Story, ledger: LedgerIndex): string[] {
  const lost = ledger.balance(6200)
  const accumulated = -ledger.balance(1590)
  return lost === accumulated ? [] : [`expense ${centsText(lost)}, accumulated ${centsText(accumulated)}`]
}
