import type { Row, Table } from '../../kernel/store'
import { as, type TableName, worldTable } from '../../kernel/table-shape'
import type { Scope, World } from '../model/context'
import type { Errors } from '../model/refusals'

export interface Task {
  /** The kind of the task's timer, as `clock.pending()` shows it. */
  readonly kind: string
  readonly record: { readonly type: string; readonly number: number }
  /** The part of the record: `invoice`, `recognition 12`, `settlement`, `occurrence`. */
  readonly part: string
  /** The day on which it was due. */
  readonly date: string
}

/** Work of a timer that was refused on its day, or whose day is locked. */
export interface Undone extends Task {
  /** The organisation whose work it is. */
  readonly organization: string
  /** The time of the first try, in ISO 8601. */
  readonly first: string
  /** The time of the last try, in ISO 8601. */
  readonly last: string
  /** The number of attempts. */
  readonly attempts: number
  /** The last refusal, in the shape of an error body. */
  readonly errors: Errors
  /** A waiting task is tried again each day, and a skipped one never. */
  readonly state: 'waiting' | 'done' | 'skipped'
}

/** The log of all organisations. */
export interface UndoneRow extends Row, Undone {
  readonly id: number
  /** Organisation and task in one text. */
  readonly key: string
}

export const UNDONE: TableName<UndoneRow, true> = worldTable('undone', {
  id: 'count',
  organization: 'text',
  key: 'text',
  kind: 'text',
  record: { type: 'text', number: 'count' },
  part: 'text',
  date: 'date',
  first: 'time',
  last: 'time',
  attempts: 'count',
  errors: as<Errors>()('object'),
  state: as<Undone['state']>()('text'),
})

/** The most tasks in the log. Finished tasks are dropped, the oldest first; waiting tasks never are. */
const KEPT_AT_MOST = 1000

const keyOf = ({ organization }: Scope, { kind, record, date, part }: Task): string =>
  [organization, kind, record.type, record.number, date, part].join(' ')

/** Logs an attempt at a task that was refused or whose day is locked. */
export function noteUndone(scope: Scope, task: Task, errors: Errors, state: 'waiting' | 'skipped'): void {
  const { store, clock } = scope.world
  const table = store.worldTable(UNDONE)
  const key = keyOf(scope, task)
  const known = table.find('key', key)
  const id = known?.id ?? (table.last()?.id ?? 0) + 1
  const now = clock.instant
  const first = known?.first ?? now
  const attempts = (known?.attempts ?? 0) + 1
  const { organization } = scope
  store.worldTable(UNDONE).put({ id, organization, key, ...task, first, last: now, attempts, errors, state })
  if (table.size > KEPT_AT_MOST) forgetOne(table)
}

/** Marks a waiting task as done. Its entry stays in the log. */
export function noteDone(scope: Scope, task: Task): void {
  const { store, clock } = scope.world
  const table = store.worldTable(UNDONE)
  const known = table.size === 0 ? undefined : table.find('key', keyOf(scope, task))
  if (known?.state !== 'waiting') return
  const done: UndoneRow = { ...known, last: clock.instant, attempts: known.attempts + 1, state: 'done' }
  store.worldTable(UNDONE).put(done)
}

function forgetOne(table: Table<UndoneRow>): void {
  for (const { id, state } of table.rows())
    if (state !== 'waiting') {
      table.remove(id)
      return
    }
}

/** The log, the oldest first. */
export const undoneIn = ({ store }: World): Undone[] =>
  [...store.worldTable(UNDONE).rows()].map(({ id: _, key: __, ...shown }) => shown)
