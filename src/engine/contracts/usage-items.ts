import type { Row } from '../../kernel/store'
import { entryProblems } from '../capabilities/classifies'
import { decimalOf, linesOf } from '../columns'
import { texts } from '../texts'
import { Work } from '../work'
import { isUsage } from './conditions'
import { type ContractScene, obligationOf, resourceOf } from './contract-scene'

/** One item of a bulk upsert, and the record that it changes. */
export interface UsageItem {
  readonly item: Row
  readonly before: Row | undefined
}

/** The items of a request with their records; everything that is wrong with them stands under `items`. */
export function readUsageItems(work: Work, scene: ContractScene, items: readonly Row[]): UsageItem[] {
  const records = work.table(scene.rules.usage)
  const seen = new Set<unknown>()
  const read = items.map((item, index) => {
    const found = item.id === null ? undefined : records.get(item.id as number)
    const before = found?.contract_id === work.draft.id ? found : undefined
    const complain = (text: string): void => work.problems.add('items', texts.line(index, text))
    const model = resourceOf(scene, 'usage').definition.model
    if (item.id !== null && !before) complain(texts.unknown(model, item.id))
    else if (item.id !== null && seen.has(item.id)) complain(texts.twice(model, item.id))
    seen.add(item.id)
    for (const text of itemProblems(work, scene, item)) complain(text)
    if (before) for (const text of changeProblems(work, scene, item, before)) complain(text)
    return { item, before }
  })
  work.problems.settle()
  return read
}

function* itemProblems(work: Work, scene: ContractScene, item: Row): Iterable<string> {
  const obligation = obligationOf(scene, work.draft, item.obligation_id)
  if (!obligation) yield texts.unknown('Obligation', item.obligation_id)
  else if (!isUsage(obligation))
    yield texts.mismatch('Obligation', item.obligation_id, 'recognition strategy')
  for (const member of ['quantity', 'rate'])
    if (item[member] !== null && decimalOf(item, member).isNegative()) yield texts.atLeast(0)
  yield* classificationProblems(work, linesOf(item, 'classifications'))
}

function* classificationProblems(work: Work, entries: readonly Row[]): Iterable<string> {
  for (const { id, line_id } of entries)
    for (const [resource, value] of [
      ['classifications', id],
      ['classificationLines', line_id],
    ] as const)
      if (!work.find(resource, 'id', value)) yield texts.unknown(work.modelOf(resource), value)
  yield* entryProblems(work, entries)
}

/** An archived record stays so; an invoiced one can be corrected for as long as nobody has paid for it. */
function* changeProblems(work: Work, scene: ContractScene, item: Row, before: Row): Iterable<string> {
  const becomes = item.status ?? 'invoiced'
  if (before.status === 'archived') yield texts.status('archived', String(becomes))
  if (before.status !== 'invoiced') return
  if (becomes === 'draft') yield texts.status('invoiced', 'draft')
  if (item.obligation_id !== before.obligation_id) yield texts.fixed
  if (work.world.assumptions.read('usage-update') === '422') yield texts.fixed
  const invoice = work.find(scene.rules.invoices, 'number', before.invoice_number)
  if (!invoice) return
  if (invoice.record_status === 'archived') yield texts.notPosted('Invoice', invoice.number)
  else if (!linesOf(invoice, 'items').some((line) => line.usage_id === before.id))
    yield texts.noUsageLine(invoice.number)
  const { world, organization, actor } = work
  const asked = new Work(world, resourceOf(scene, 'invoices'), organization, actor, invoice, {}, new Set())
  if (asked.isApplied) yield texts.applied
}
