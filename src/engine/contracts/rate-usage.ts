import { amountText, decimal, rateText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { type Draft, decimalOf, textOf } from '../columns'
import { effectiveRate } from '../recognition/effective-rate'
import { tieredAmount } from '../recognition/tiered-amount'
import { usageAmount } from '../recognition/usage-amount'
import type { Work } from '../work'
import { strategyOf, tiersOf } from './conditions'
import { type ContractScene, obligationOf, rowsOf } from './contract-scene'

/** Records of one write are rated in the order of their days, whatever their order in the body. */
export function rateAll(work: Work, scene: ContractScene, drafts: readonly Draft[]): void {
  const changed = new Set(drafts.map(({ id }) => id))
  const kept = rowsOf(work.table(scene.rules.usage), work.draft).filter(({ id }) => !changed.has(id))
  const all = [...kept, ...drafts]
  for (const draft of drafts)
    Object.assign(
      draft,
      rateUsage(work, obligationOf(scene, work.draft, draft.obligation_id) as Row, draft, all),
    )
}

/** What a usage record comes to, among all that was used of its obligation (docs/service.md §13.4). */
function rateUsage(
  work: Work,
  obligation: Row,
  record: Row,
  all: readonly Row[],
): { readonly amount: string; readonly effective_rate: string } {
  const quantity = decimalOf(record, 'quantity')
  const round = (value: typeof quantity) => work.round(value)
  if (strategyOf(obligation) === 'usage') {
    work.world.assumptions.read('usage-amount')
    const own = record.rate === null ? null : decimalOf(record, 'rate')
    const rate = decimalOf(obligation, 'rate')
    const amount = usageAmount(quantity, own, rate, round)
    return { amount: amountText(amount), effective_rate: rateText(own ?? rate) }
  }
  const rounding = work.world.assumptions.read('rounding')
  work.world.assumptions.read('usage-tiers')
  const amount = tieredAmount(tiersOf(obligation), usedBefore(record, all), quantity, round)
  return { amount: amountText(amount), effective_rate: rateText(effectiveRate(amount, quantity, rounding)) }
}

/** The quantities of the records that come before this one by day and id. */
const usedBefore = (record: Row, all: readonly Row[]) =>
  sum(
    all
      .filter(
        (one) =>
          one.obligation_id === record.obligation_id && one.status !== 'archived' && isBefore(one, record),
      )
      .map((one) => decimal(textOf(one, 'quantity'))),
  )

const isBefore = (one: Row, other: Row): boolean => {
  const [a, b] = [textOf(one, 'usage_date'), textOf(other, 'usage_date')]
  return a < b || (a === b && (one.id as number) < (other.id as number))
}
