import { centsText } from '../../kernel/cents'
import { type Decimal, decimal, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { isDisposed, valuesOf } from '../assets/book-value'
import { plansOf, postedFor } from '../assets/plan'
import { net } from '../ledger/ledger'
import type { Scope } from '../model/context'
import { decimalOf, idsOf, numberOf } from '../model/row'
import { settingOf } from '../model/setting-of'
import { LEDGER } from '../model/tables'
import type { Definition } from '../schema/define'
import type { AuditScope } from './audit-scope'
import type { Finding } from './finding'

/**
 * Checks assets in the company's currency: the ledger contains the posted depreciation; an asset at the end
 * of its useful life has the salvage value as book value; a disposal removed the whole book value (§11.7).
 */
export function* assetsAreWorthWhatIsLeft(context: AuditScope): Iterable<Finding> {
  for (const definition of context.types)
    if (definition.depreciates)
      for (const asset of context.rows(definition.name))
        for (const text of problemsOf(context, definition, asset))
          yield { where: `${definition.model} ${String(asset.number)}`, text }
}

function* problemsOf(context: Scope, definition: Definition, asset: Row): Iterable<string> {
  const { writes, disposals } = settingOf(definition, 'depreciates')
  const number = numberOf(asset, 'number')
  const written = postedFor(context, writes, number)
  const { cost, salvage, opening, posted } = valuesOf(context, writes, asset)
  const carried = sum(written.map((row) => carriedBy(context, row)))
  if (!carried.eq(posted)) yield `the ledger carries ${carried.toFixed(2)} of ${posted.toFixed(2)}`
  for (const row of postedFor(context, disposals, number)) {
    const [gone, gain] = [
      decimalOf(row, 'amount').minus(decimalOf(row, 'accumulated')),
      decimalOf(row, 'gain'),
    ]
    const left = cost.minus(opening).minus(posted)
    if (!gone.eq(left)) yield `it left with ${gone.toFixed(2)} and was worth ${left.toFixed(2)}`
    if (!gain.eq(decimalOf(row, 'proceeds').minus(gone))) yield `its gain is ${gain.toFixed(2)}`
  }
  if (isDisposed(context, definition, number) || asset.record_status !== 'posted') return
  const plan = plansOf(context).get(number)
  const isOver = plan !== undefined && plan.schedule.length > 0 && plan.next === plan.schedule.length
  const worth = cost.minus(opening).minus(posted)
  if (isOver && !worth.eq(salvage))
    yield `its life is over and it is worth ${worth.toFixed(2)}, not ${salvage.toFixed(2)}`
}

/** The amount that the ledger entry of a depreciation credited to the accumulation account. */
function carriedBy({ world, organization }: Scope, row: Row): Decimal {
  const { accumulation_account_number: account, expense_account_number: expense } = row
  // An account that is both debited and credited does not change.
  if (account === expense) return decimalOf(row, 'company_amount')
  const ledger = world.store.table(organization, LEDGER)
  const lines = idsOf(row, 'transaction_ids').flatMap((id) => ledger.get(id)?.lines ?? [])
  const own = lines.filter((line) => line.account_number === account)
  return decimal(centsText(-net(own)))
}
