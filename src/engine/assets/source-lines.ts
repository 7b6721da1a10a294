import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { linesOf, numberOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/** Records that come from lines of other documents, which have to exist (docs/service.md §4.6.16). */
export const sourceLines: Capability = {
  name: 'source lines',
  appliesTo: (definition) => definition.sourceLines !== undefined,

  references(work) {
    const { member, from } = work.definition.sourceLines ?? { member: '', from: {} }
    work.draft[member] = linesOf(work.draft, member).map(({ type, id }, index) => {
      const { resource = '', lines = [] } = from[String(type)] ?? {}
      const parent = parentOf(work, resource, lines, id)
      if (!parent)
        work.problems.add(member, texts.line(index, texts.unknown(`${work.modelOf(resource)}Line`, id)))
      return { type, id, parent_record_id: parent ? numberOf(parent, 'internal_id') : null }
    })
  },
}

function parentOf(work: Work, resource: string, members: readonly string[], id: unknown): Row | undefined {
  for (const row of work.table(resource).rows())
    if (members.some((member) => linesOf(row, member).some((line) => line.id === id))) return row
  return undefined
}
