import { type Decimal, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf } from '../columns'
import type { World } from '../world'

export interface Depreciated {
  /** Posted and not taken back, oldest first. */
  readonly rows: readonly Row[]
  readonly total: Decimal
}

/** What the service has written off an asset. */
export function depreciationsOf(
  world: World,
  organization: string,
  writes: string,
  number: number,
): Depreciated {
  const table = world.store.table(organization, writes)
  const rows = table
    .keysWhere('fixed_asset_number', number)
    .map((key) => table.get(key) as Row)
    .filter((row) => row.record_status === 'posted')
  return { rows, total: sum(rows.map((row) => decimalOf(row, 'amount'))) }
}
