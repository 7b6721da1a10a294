import type { Row } from '../../kernel/store'
import { type Draft, textOf } from '../columns'
import { refuse } from '../refusal'
import { stamp, touch } from '../save'
import { nextOf } from '../sequences'
import { texts } from '../texts'
import type { Work } from '../work'
import { billUsage } from './bill-usage'
import { type ContractScene, resourceOf } from './contract-scene'
import { rateAll } from './rate-usage'
import { restateUsage } from './restate-usage'
import { runContract } from './run-contract'
import { readUsageItems, type UsageItem } from './usage-items'

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
