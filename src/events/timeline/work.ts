import { describeRecord, type Registry } from '../../engine/model/compiled-type'
import { UNDONE, type UndoneRow } from '../../engine/write/undone'
import { type Change, isChangeOf } from '../../kernel/history'
import { WORLD } from '../../kernel/table-shape'
import type { NewEvent } from './timeline-entry'

type WorkEvent = Extract<NewEvent, { kind: 'work' }>

/** The work of a timer of records, derived from the rows that it changed. */
export function workOf(
  registry: Registry,
  work: string,
  organization: string,
  changes: readonly Change[],
): WorkEvent[] {
  const done = changes.flatMap((change) => touched(registry, change))
  const made = done.filter(({ verb }) => verb !== 'changed')
  const shown = made.length > 0 ? made : done
  const common = { kind: 'work', organization, work } as const
  const entries: WorkEvent[] = []
  if (shown.length > 0)
    entries.push({
      ...common,
      skipped: false,
      text: shown.map(({ verb, name }) => `${verb} ${name}`).join(', '),
      records: shown.map(({ type, id }) => ({ type, id })),
    })
  for (const row of changes.flatMap(undoneIn))
    entries.push({
      ...common,
      skipped: true,
      text: `${taskOf(registry, row)}: ${reasonOf(row)}`,
      records: [{ type: row.record.type, id: row.record.number }],
    })
  return entries
}

interface Touched {
  readonly verb: 'created' | 'removed' | 'changed'
  readonly type: string
  /** The name in texts. */
  readonly name: string
  readonly id: number
}

function touched(registry: Registry, { scope, table, key, before, after }: Change): Touched[] {
  const definition = scope === WORLD ? undefined : registry.find(table)?.definition
  if (!definition) return []
  const verb = before === undefined ? 'created' : after === undefined ? 'removed' : 'changed'
  const id = Number(key)
  return [{ verb, type: table, name: describeRecord(definition, id), id }]
}

const undoneIn = (change: Change): UndoneRow[] =>
  isChangeOf(UNDONE, change) && change.after && change.after.state !== 'done' ? [change.after] : []

function taskOf(registry: Registry, { part, record, date }: UndoneRow): string {
  const { definition } = registry.type(record.type)
  return `${part} of ${describeRecord(definition, record.number)} for ${date}`
}

function reasonOf({ state, errors, attempts }: UndoneRow): string {
  const problems = Object.entries(errors)
    .map(([member, texts]) => (member === '__all__' ? texts.join('; ') : `${member}: ${texts.join('; ')}`))
    .join(' | ')
  return state === 'skipped'
    ? problems
    : `${problems}; it waits and is tried again each day (attempt ${attempts})`
}
