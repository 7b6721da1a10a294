import { isDisposed } from '../../engine/assets/book-value'
import { dispose } from '../../engine/assets/disposal'
import { postedFor } from '../../engine/assets/plan'
import { numberOf } from '../../engine/model/row'
import type { Definition } from '../../engine/schema/define'
import { noSuch, OptionError, wrongOption } from '../../errors/option-error'
import { date, members, type Reader, whole } from '../../errors/reader'
import { type Decimal, readDecimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { HOST_ACTOR } from '../host-actor'
import type { FixedAsset } from '../record-types/fixed-asset'
import { type AdminScope, recordNow } from './admin-scope'

/** Disposal of an asset, which the wire does not offer (docs/service.md §11.7). */
export interface AssetControls {
  /**
   * Disposes of a posted asset: cost and accumulated depreciation leave the books, `proceeds` enter (in the
   * company's currency, to Undeposited Funds), and the difference is a gain or loss. Depreciation ends.
   *
   * @param options `date`: no later than today, and no earlier than the purchase and the last depreciation;
   * `proceeds`: a number or text with two decimals at most, not negative
   * @returns the asset with its new state, whose status is `disposed`
   * @throws OptionError naming the argument that cannot be used
   * @throws Refusal where the period is locked
   * @example
   * simulator.admin.assets.dispose(1, { date: '2026-03-31', proceeds: '250.00' })
   */
  dispose(number: number, options: { date: string; proceeds: number | string }): FixedAsset
}

const NAME = 'fixedAssets'

const amount: Reader<Decimal> = (given, option) => {
  const read = readDecimal(given, 2)
  if (!('value' in read) || read.value.lt(0))
    throw wrongOption(option, 'an amount of 0 or more with two decimals at most', given)
  return read.value
}

const readDisposal = members({ date, proceeds: amount })

export const assetControlsOf = (scope: AdminScope): AssetControls => ({
  dispose(number, options) {
    const { world } = scope
    whole(1)(number, 'number')
    const given = readDisposal(options, '')
    const organization = scope.ensureOrganization()
    const { definition } = world.registry.type(NAME)
    const asset = assetOf(scope, organization, definition, number)
    scope.log.concerns({ type: NAME, id: number })
    const date = dateOf(scope, organization, definition, asset, given.date)
    const proceeds = given.proceeds
    return world.store.history.atomically(() => {
      dispose({ world, organization, actor: HOST_ACTOR }, definition, asset, {
        date,
        proceeds,
        account_number: null,
      })
      return recordNow<FixedAsset>(scope, organization, NAME, number)
    })
  },
})

function assetOf({ world }: AdminScope, organization: string, definition: Definition, number: number): Row {
  const asset = world.store.table(organization, definition.name).get(number)
  if (!asset) throw noSuch('number', 'asset', number)
  if (asset.record_status !== 'posted') throw new OptionError('number', `asset ${number} is not posted`)
  if (isDisposed({ world, organization }, definition, number))
    throw new OptionError('number', `asset ${number} is disposed of already`)
  return asset
}

/** The date of disposal: not before the last posting and not after today. */
function dateOf(
  { world }: AdminScope,
  organization: string,
  { depreciates }: Definition,
  asset: Row,
  day: string,
): string {
  const written = postedFor({ world, organization }, depreciates?.writes ?? '', numberOf(asset, 'number'))
  const least = [String(asset.purchase_date), ...written.map((row) => String(row.date))].sort().at(-1) ?? ''
  if (day < least)
    throw wrongOption('date', `${least} or later, after purchase and depreciation of the asset`, day)
  if (day > world.clock.today) throw wrongOption('date', `no later than today, ${world.clock.today}`, day)
  return day
}
