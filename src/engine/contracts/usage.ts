import type { Row } from '../../kernel/store'
import { entryProblems } from '../behaviours/classifies'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { type Draft, decimalOf, linesOf, textOf } from '../model/row'
import { nextOf } from '../model/sequences'
import { stamp, touch } from '../write/save'
import { Work } from '../write/write'
import { isUsage } from './conditions'
import { type ContractScene, obligationOf, resourceOf } from './context'
import { runContract } from './run'
import { billUsage, rateAll } from './usage-billing'
import { restateUsage } from './usage-corrections'

/** One item of a bulk upsert, and the record that it changes. */
export interface UsageItem {
  readonly item: Row
  readonly before: Row | undefined
}

/** The items of a request with their records; everything that is wrong with them stands under `items`. */
function readUsageItems(work: Work, scene: ContractScene, items: readonly Row[]): UsageItem[] {
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

/**
 * Writes a batch of usage, whole or not at all: an item with an id changes that record, one without makes a new
 * one. On a contract that has begun all of it is recognised and goes on one invoice (docs/service.md §13.5).
 * What changes nothing is not written.
 *
 * @returns the records in the order of the items
 */
export function writeUsage(work: Work, scene: ContractScene, items: readonly Row[]): Row[] {
  const status = textOf(work.draft, 'status')
  if (status === 'terminated' || status === 'archived')
    throw refuse.invalid({ __all__: [texts.notActive(work.definition.model, work.draft.id)] })
  work.world.assumptions.read('usage-upsert')
  const written = readUsageItems(work, scene, items).map((one) => ({
    ...one,
    draft: draftOf(work, scene, one),
  }))
  rateAll(
    work,
    scene,
    written.map(({ draft }) => draft),
  )
  const changed = written.filter(({ before, draft }) => JSON.stringify(before) !== JSON.stringify(draft))
  if (changed.length > 0) carryOut(work, scene, changed)
  return written.map(({ draft }) => draft)
}

/** A usage record as it was, if there was one, and as it becomes. */
interface Written {
  readonly before: Row | undefined
  readonly draft: Draft
}

function carryOut(work: Work, scene: ContractScene, changed: readonly Written[]): void {
  const drafts = changed.map(({ draft }) => draft)
  if (work.draft.status !== 'draft') {
    restateUsage(
      work,
      scene,
      changed.filter(({ before }) => before && isBilled(before)),
    )
    billUsage(
      work,
      scene,
      drafts.filter((draft) => draft.waits === true),
    )
    runContract(scene, work.draft)
  }
  const table = work.table(scene.rules.usage)
  for (const draft of drafts) {
    touch(work.world, draft)
    table.put(draft)
  }
  stamp(work)
  work.table(work.definition.name).put(work.draft)
}

/** What was worth nothing stands on no invoice. */
const isBilled = ({ invoice_number, revenue_recognition_id }: Row): boolean =>
  invoice_number !== null || revenue_recognition_id !== null

/** What is not said of a record stays; one waits to be billed unless it is sent as a draft or archived. */
function draftOf(work: Work, scene: ContractScene, { item, before }: UsageItem): Draft {
  const { world, organization } = work
  const known = before ?? {
    ...resourceOf(scene, 'usage').blank,
    id: nextOf(world.store, organization, `${scene.rules.usage}.id`),
    contract_id: work.draft.id,
    created_at: world.clock.instant,
    classifications: [],
  }
  const { obligation_id, usage_date, quantity } = item
  const said = Object.fromEntries(
    ['rate', 'memo', 'classifications']
      .filter((member) => item[member] !== null)
      .map((member) => [member, item[member]]),
  )
  const status =
    item.status === 'archived' ? 'archived' : before?.status === 'invoiced' ? 'invoiced' : 'draft'
  const waits = item.status !== 'draft' && item.status !== 'archived' && !(before && isBilled(before))
  return { ...known, obligation_id, usage_date, quantity, ...said, status, waits } as Draft
}
