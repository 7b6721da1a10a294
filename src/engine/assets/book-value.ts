import { amountText, type Decimal, decimal, round } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { decimalOf, numberOf, textOf } from '../model/row'
import type { Definition } from '../schema/define'
import { depreciationsOf, postedFor } from './plan'

/** Cost, accumulated depreciation and book value of an asset, in the company's currency. */
export interface BookValue {
  /** The number of the asset. */
  readonly number: number
  /** The cost of the asset. */
  readonly cost: string
  /** Accumulated depreciation, its opening balance included. */
  readonly accumulated: string
  /** Cost less accumulated depreciation. */
  readonly book_value: string
}

export interface AssetValues {
  readonly cost: Decimal
  readonly salvage: Decimal
  /** Opening balance of accumulated depreciation. */
  readonly opening: Decimal
  readonly posted: Decimal
}

/** Converts the amounts of an asset at the asset's own exchange rate, and adds up its posted depreciation. */
export function valuesOf(scope: Scope, writes: string, asset: Row): AssetValues {
  const rate = decimal(textOf(asset, 'exchange_rate'))
  const valued = (column: string): Decimal =>
    round(decimalOf(asset, column).times(rate), scope.world.assumptions.read('rounding'))
  return {
    cost: valued('cost'),
    salvage: valued('salvage_value'),
    opening: valued('accumulated_beginning_balance'),
    posted: depreciationsOf(scope, writes, numberOf(asset, 'number')).inCompany,
  }
}

export const isDisposed = (scope: Scope, definition: Definition, number: number): boolean =>
  postedFor(scope, settingOf(definition, 'depreciates').disposals, number).length > 0

/** Lists the posted assets with their book values. A disposed asset has amounts of 0.00. */
export function bookValues(scope: Scope): BookValue[] {
  const { world, organization } = scope
  const values: BookValue[] = []
  for (const definition of world.registry.everything)
    if (definition.depreciates)
      for (const asset of world.store.table(organization, definition.name).rows())
        if (asset.record_status === 'posted') values.push(bookValue(scope, definition, asset))
  return values
}

function bookValue(scope: Scope, definition: Definition, asset: Row): BookValue {
  const number = numberOf(asset, 'number')
  if (isDisposed(scope, definition, number))
    return { number, cost: '0.00', accumulated: '0.00', book_value: '0.00' }
  const { cost, opening, posted } = valuesOf(scope, settingOf(definition, 'depreciates').writes, asset)
  const accumulated = opening.plus(posted)
  return {
    number,
    cost: amountText(cost),
    accumulated: amountText(accumulated),
    book_value: amountText(cost.minus(accumulated)),
  }
}
