import type { Row } from '../../kernel/store'
import { recordType } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { eachLine, linesOf, type MutableRow } from '../model/row'
import { CLASSIFICATION_LINES, CLASSIFICATIONS } from '../model/tables'
import type { Definition } from '../schema/define'
import { isClassified, on } from '../write/assumptions'
import { defineBehaviourWhere } from '../write/behaviour'
import type { Write } from '../write/write'

/** The parts of a record that carry entries in requests: the lines of these members, or the record itself. */
interface Carriers {
  readonly lines: readonly string[]
  readonly record: boolean
}

function carriersIn({ fields }: Definition): Carriers | undefined {
  const lines = Object.keys(fields).filter(
    (name) => fields[name]?.special === 'lines' && fields[name].element?.members?.classifications,
  )
  const own = fields.classifications
  const record = own?.special === 'classifications' && own.presence !== 'none'
  return record || lines.length > 0 ? { lines, record } : undefined
}

/** Shared, because most lines have no entries. */
const NONE: readonly Row[] = Object.freeze([])

/** Classification entries of lines or of the record, identified by their ids (§2.5). */
export const classifies = defineBehaviourWhere('classifies', carriersIn, {
  restsOn: [on(isClassified, 'classification-names', 'header-classifications')],

  references(write, carriers) {
    eachCarrier(write, carriers, (line, complain, before) => {
      const given = linesOf(line, 'classifications')
      if (given.length === 0) {
        line.classifications = NONE
        return
      }
      const entries = given.map(({ id, line_id }) => ({ id, line_id }))
      line.classifications = entries
      for (const text of entryProblems(write, entries, before)) complain(text)
    })
  },

  state(write, carriers) {
    if (!write.isPosted) return
    const table = write.table(CLASSIFICATIONS)
    const asking = table.keysWhere('required_for_records', recordType(write.definition))
    if (asking.length === 0 || write.world.assumptions.read('classification-required') === 'off') return
    const required = asking.map((id) => table.getRequired(id)).filter((one) => one.is_active)
    eachCarrier(write, carriers, (line, complain) => {
      const given = new Set(linesOf(line, 'classifications').map((entry) => entry.id))
      for (const one of required) if (!given.has(one.id)) complain(messages.classificationRequired(one.name))
    })
  },
})

/** Visits every part that carries entries: the lines or the record. */
function eachCarrier(
  write: Write,
  { lines, record }: Carriers,
  visit: (carrier: MutableRow, complain: (message: Message) => void, before: Row | undefined) => void,
): void {
  if (record) visit(write.after, (text) => write.problems.add('classifications', text), write.before)
  for (const member of lines)
    eachLine(write.after, member, (line, index) =>
      visit(line, (text) => write.problems.add(member, onLine(index, text)), write.lineBefore(member, line)),
    )
}

/** Ids must belong together, be active and not repeat. A known entry may be inactive, unless this write posts it. */
export function entryProblems(write: Write, entries: readonly Row[], before: Row | undefined): Message[] {
  const found: Message[] = []
  const seen = new Set<unknown>()
  const isPosting = !write.wasPosted && write.isPosted
  const known = isPosting ? [] : linesOf(before ?? {}, 'classifications')
  for (const { id, line_id } of entries) {
    const [classification, line] = [
      write.find(CLASSIFICATIONS, 'id', id),
      write.find(CLASSIFICATION_LINES, 'id', line_id),
    ]
    if (!classification || !line) continue
    const isKept = write.isGenerated || known.some((one) => one.id === id && one.line_id === line_id)
    if (!classification.is_active && !isKept) found.push(messages.inactive('Classification', id))
    else if (line.classification_id !== id)
      found.push(messages.mismatch('ClassificationLine', line_id, 'classification'))
    else if (!line.is_active && !isKept) found.push(messages.inactive('ClassificationLine', line_id))
    else if (seen.has(id)) found.push(messages.twice('Classification', id))
    seen.add(id)
  }
  return found
}
