import type { Row } from '../../kernel/store'
import { messages } from '../model/refusals'
import { type MutableRow, numberOf, textOf } from '../model/row'
import { nextOf, raiseTo } from '../model/tables'
import { defineBehaviour } from '../write/behaviour'
import { changeRow } from '../write/save'
import type { Write } from '../write/write'
import {
  activeCheck,
  type CheckSource,
  checkColumns,
  findSource,
  PAPER_CHECKS,
  sourceOfCheck,
} from './source'

/** A paper check: created for a posted record, printed once, archived at any time (§4.6.17). */
export const paperCheck = defineBehaviour('paper check', 'printable', {
  columns: () => ({ source: null }),

  references(write) {
    const { before, after, world, problems } = write
    if (before) {
      if (after.transaction_id !== before.transaction_id) problems.add('transaction_id', messages.fixed)
      return
    }
    const source = findSource(write, numberOf(after, 'transaction_id'))
    if ('text' in source) problems.add('transaction_id', source)
    else Object.assign(after, checkColumns(write, source))
    after.created_date = world.clock.today
  },

  state(write) {
    const { before, after, problems } = write
    const [was, becomes] = [before ? textOf(before, 'record_status') : 'new', textOf(after, 'record_status')]
    const source = sourceOf(write)
    if (!NEXT[was]?.includes(becomes)) problems.add('record_status', messages.status(was, becomes))
    else if (isPrinting(write) && source?.row.record_status !== 'posted')
      problems.add('record_status', messages.notPosted(modelOf(source), after.source_record_number))
  },

  effect(write) {
    if (!isPrinting(write)) return
    const { after, world, organization } = write
    const source = sourceOf(write)
    if (source) Object.assign(after, checkColumns(write, source))
    const sequence = `check_number.${String(after.account_number)}`
    if (after.check_number === '') after.check_number = String(nextOf(world.store, organization, sequence))
    else raiseTo(world.store, organization, sequence, Number(after.check_number))
  },

  written(write) {
    const source = sourceOf(write)
    if (!source) return
    const changes = shownOn(source.row, write)
    if (Object.keys(changes).every((column) => changes[column] === source.row[column])) return
    changeRow(write, source.type.definition.name, source.row, changes)
  },
})

const NEXT: Readonly<Record<string, readonly string[]>> = {
  new: ['not_printed', 'printed'],
  not_printed: ['not_printed', 'printed', 'archived'],
  printed: ['printed', 'archived'],
}

const isPrinting = ({ before, after }: Write): boolean =>
  after.record_status === 'printed' && before?.record_status !== 'printed'

const sourceOf = (write: Write): CheckSource | undefined => sourceOfCheck(write, write.after)

const modelOf = (source: CheckSource | undefined): string => source?.type.definition.model ?? ''

/** The check columns of the source: the status of its newest active check, and the number once printed. */
function shownOn(source: Row, write: Write): MutableRow {
  const { world, after } = write
  const status = activeCheck(write, source)?.record_status ?? 'archived'
  const { assumptions } = world
  return {
    ...(assumptions.read('paper-check-status') === 'newest-live-check' && { paper_check_status: status }),
    ...(isPrinting(write) &&
      assumptions.read('paper-check-number') === 'written-to-source' && { check_number: after.check_number }),
  }
}

/** Records paid by a check. An unprinted check follows changes of its record (§4.6.17). */
export const paidByCheck = defineBehaviour('paid by check', 'paperCheck', {
  written(write) {
    const { before, after, type } = write
    const check = before && activeCheck(write, after)
    if (check?.record_status !== 'not_printed') return
    const columns = checkColumns(write, { type, row: after })
    if (Object.keys(columns).every((column) => check[column] === columns[column])) return
    changeRow(write, PAPER_CHECKS, check, columns)
  },
})
