import type { Row } from '../../kernel/store'
import type { Capability } from '../capability'
import { linesOf, numberOf } from '../columns'
import { texts } from '../texts'
import type { Work } from '../work'

interface Source {
  /** What refusals call such a line. */
  readonly model: string
  readonly resource: string
  readonly members: readonly string[]
}

/** The documents whose lines something can come from, by the type of the line (docs/service.md §4.6.16). */
const SOURCES: Readonly<Record<string, Source>> = {
  bill_line: { model: 'BillLine', resource: 'bills', members: ['items', 'expenses'] },
  direct_expense_line: { model: 'DirectExpenseLine', resource: 'directExpenses', members: ['items'] },
  journal_entry_line: { model: 'JournalEntryLine', resource: 'journalEntries', members: ['items'] },
}

/** Records that come from lines of other documents, which have to exist. */
export const sourceLines: Capability = {
  name: 'source lines',
  appliesTo: (definition) => definition.sourceLines !== undefined,

  references(work) {
    const member = work.definition.sourceLines ?? ''
    work.draft[member] = linesOf(work.draft, member).map((line, index) => {
      const source = SOURCES[String(line.type)] as Source
      const parent = parentOf(work, source, line.id)
      if (!parent) work.problems.add(member, texts.line(index, texts.unknown(source.model, line.id)))
      return {
        type: line.type,
        id: line.id,
        parent_record_id: parent ? numberOf(parent, 'internal_id') : null,
      }
    })
  },
}

function parentOf(work: Work, { resource, members }: Source, id: unknown): Row | undefined {
  if (!work.world.machine.find(resource)) return undefined
  for (const row of work.table(resource).rows())
    if (members.some((member) => linesOf(row, member).some((line) => line.id === id))) return row
  return undefined
}
