import type { Row } from '../../kernel/store'
import { messages, onLine } from '../model/messages'
import { linesOf, numberOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

/** Records that come from lines of other documents, which have to exist (docs/service.md §4.6.16). */
export const sourceLines = defineBehaviour('source lines', 'sourceLines', {
  references(write) {
    const { member, from } = write.definition.sourceLines ?? { member: '', from: {} }
    write.after[member] = linesOf(write.after, member).map(({ type, id }, index) => {
      const { resource = '', lines = [] } = from[String(type)] ?? {}
      const parent = parentOf(write, resource, lines, id)
      if (!parent)
        write.problems.add(member, onLine(index, messages.unknown(`${write.modelOf(resource)}Line`, id)))
      return { type, id, parent_record_id: parent ? numberOf(parent, 'internal_id') : null }
    })
  },
})

function parentOf(write: Write, resource: string, members: readonly string[], id: unknown): Row | undefined {
  for (const row of write.table(resource).rows())
    if (members.some((member) => linesOf(row, member).some((line) => line.id === id))) return row
  return undefined
}
