import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { linesOf, numberOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

interface SourceLine {
  readonly index: number
  readonly type: unknown
  readonly id: unknown
  /** The record type of the document, and the document that has the line, if any. */
  readonly resource: string
  readonly parent: Row | undefined
}

/** Checks that the document lines that a record names as its sources exist (§4.6.16). */
export const sourceLines = defineBehaviour('source lines', 'sourceLines', {
  restsOn: ['reference-status'],

  references(write) {
    const found = sourceLinesIn(write)
    for (const { index, id, resource, parent } of found)
      if (!parent) addLineProblem(write, index, messages.unknown(`${write.modelOf(resource)}Line`, id))
    write.after[memberOf(write)] = found.map(({ type, id, parent }) => ({
      type,
      id,
      parent_record_id: parent ? numberOf(parent, 'internal_id') : null,
    }))
  },

  /** The documents must be posted, unless the posted record named them before. */
  state(write) {
    if (!write.isPosted) return
    const before = write.wasPosted ? linesOf(write.before ?? {}, memberOf(write)) : []
    for (const { index, type, id, resource, parent } of sourceLinesIn(write)) {
      const isKept = before.some((line) => line.type === type && line.id === id)
      if (parent && parent.record_status !== 'posted' && !isKept)
        addLineProblem(write, index, messages.notPosted(write.modelOf(resource), parent.number))
    }
  },
})

const memberOf = ({ definition }: Write): string => settingOf(definition, 'sourceLines').member

const addLineProblem = (write: Write, index: number, text: Message): void =>
  write.problems.add(memberOf(write), onLine(index, text))

const sourceLinesIn = (write: Write): SourceLine[] =>
  linesOf(write.after, memberOf(write)).map(({ type, id }, index) => {
    const { resource = '', lines = [] } = settingOf(write.definition, 'sourceLines').from[String(type)] ?? {}
    return { index, type, id, resource, parent: parentOf(write, resource, lines, id) }
  })

function parentOf(write: Write, resource: string, members: readonly string[], id: unknown): Row | undefined {
  for (const row of write.table(resource).rows())
    if (members.some((member) => linesOf(row, member).some((line) => line.id === id))) return row
  return undefined
}
