import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, numberOf, textOf } from '../model/row'
import { nextOf, raiseTo } from '../model/sequences'
import type { Capability } from '../write/behaviour'
import { touch } from '../write/save'
import type { Work } from '../write/write'
import {
  activeCheck,
  type CheckSource,
  checkColumns,
  findSource,
  PAPER_CHECKS,
  sourceOfCheck,
} from './source'

/** A check on paper: made for a posted record, printed once, archived at any time (docs/service.md §4.6.17). */
export const paperCheck: Capability = {
  name: 'paper check',
  appliesTo: (definition) => definition.printable === true,
  columns: () => ({ source: null }),

  references(work) {
    const { before, draft, world, organization, problems } = work
    if (before) {
      if (draft.transaction_id !== before.transaction_id) problems.add('transaction_id', texts.fixed)
      return
    }
    const source = findSource(world, organization, numberOf(draft, 'transaction_id'))
    if (typeof source === 'string') problems.add('transaction_id', source)
    else Object.assign(draft, checkColumns(world, organization, source))
    draft.created_date = world.clock.today
  },

  state(work) {
    const { before, draft, problems } = work
    const [was, becomes] = [before ? textOf(before, 'record_status') : 'new', textOf(draft, 'record_status')]
    const source = sourceOf(work)
    if (!NEXT[was]?.includes(becomes)) problems.add('record_status', texts.status(was, becomes))
    else if (isPrinting(work) && source?.row.record_status !== 'posted')
      problems.add('record_status', texts.notPosted(modelOf(source), draft.source_record_number))
  },

  effect(work) {
    if (!isPrinting(work)) return
    const { draft, world, organization } = work
    const source = sourceOf(work)
    if (source) Object.assign(draft, checkColumns(world, organization, source))
    const sequence = `check_number.${String(draft.account_number)}`
    if (draft.check_number === '') draft.check_number = String(nextOf(world.store, organization, sequence))
    else raiseTo(world.store, organization, sequence, Number(draft.check_number))
  },

  written(work) {
    const { world, organization } = work
    const source = sourceOf(work)
    if (!source) return
    const draft: Draft = { ...source.row, ...shownOn(source.row, work) }
    if (Object.keys(draft).every((column) => draft[column] === source.row[column])) return
    touch(world, draft)
    world.store.table(organization, source.resource.definition.name).put(draft)
  },
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  new: ['not_printed', 'printed'],
  not_printed: ['not_printed', 'printed', 'archived'],
  printed: ['printed', 'archived'],
}

const isPrinting = ({ before, draft }: Work): boolean =>
  draft.record_status === 'printed' && before?.record_status !== 'printed'

const sourceOf = ({ world, organization, draft }: Work): CheckSource | undefined =>
  sourceOfCheck(world, organization, draft)

const modelOf = (source: CheckSource | undefined): string => source?.resource.definition.model ?? ''

/** What the source shows of its checks: the state of the newest live one, and the number once printed. */
function shownOn(source: Row, work: Work): Draft {
  const { world, organization, draft } = work
  const status = activeCheck(world, organization, source)?.record_status ?? 'archived'
  const { assumptions } = world
  return {
    ...(assumptions.read('paper-check-status') === 'newest-live-check' && {
      paper_check_status: status,
    }),
    ...(isPrinting(work) &&
      assumptions.read('paper-check-number') === 'written-to-source' && { check_number: draft.check_number }),
  }
}

/** Records that a check can pay: until it is printed the check says what the record says (§4.6.17). */
export const paidByCheck: Capability = {
  name: 'paid by check',
  appliesTo: (definition) => definition.paperCheck === true,

  written({ before, draft, world, organization, resource }) {
    const check = before && activeCheck(world, organization, draft)
    if (check?.record_status !== 'not_printed') return
    const columns = checkColumns(world, organization, { resource, row: draft })
    if (Object.keys(columns).every((column) => check[column] === columns[column])) return
    const changed: Draft = { ...check, ...columns }
    touch(world, changed)
    world.store.table(organization, PAPER_CHECKS).put(changed)
  },
}
