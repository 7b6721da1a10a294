import type { Row } from '../../kernel/store'
import { type Message, messages, onLine } from '../model/messages'
import { recordType } from '../model/record-type'
import { type MutableRow, mutableLinesOf } from '../model/row'
import type { Definition } from '../schema/define'
import { defineBehaviourWhere } from '../write/behaviour'
import type { Write } from '../write/write'

// Cached, because every write reads it.
const known = new WeakMap<Definition, readonly string[]>()

function classifiedLines(definition: Definition): readonly string[] {
  const lines =
    known.get(definition) ??
    Object.entries(definition.fields)
      .filter(([, field]) => field.special === 'lines' && field.element?.members?.classifications)
      .map(([name]) => name)
  known.set(definition, lines)
  return lines
}

/** Whether the record itself has entries in requests. */
const isClassified = ({ fields }: Definition): boolean =>
  fields.classifications?.special === 'classifications' && fields.classifications.presence !== 'none'

/** Shared, because most lines have no entries. */
const NONE: readonly Row[] = Object.freeze([])

/** Classification entries of lines or of the record, identified by their ids (docs/service.md §2.5). */
export const classifies = defineBehaviourWhere(
  'classifies',
  (definition) => classifiedLines(definition).length > 0 || isClassified(definition) || undefined,
  {
    restsOn: ['classification-names', 'header-classifications'],

    references(write) {
      eachCarrier(write, (line, complain) => {
        const given = (line.classifications ?? NONE) as readonly Row[]
        line.classifications = given.length === 0 ? NONE : given.map(({ id, line_id }) => ({ id, line_id }))
        for (const text of entryProblems(write, line.classifications as readonly Row[])) complain(text)
      })
    },

    state(write) {
      if (!write.isPosted || write.world.assumptions.read('classification-required') === 'off') return
      const required = [...write.table('classifications').rows()].filter(
        (one) =>
          one.is_active &&
          (one.required_for_records as readonly string[]).includes(recordType(write.definition)),
      )
      if (required.length === 0) return
      eachCarrier(write, (line, complain) => {
        const given = new Set((line.classifications as readonly Row[]).map((entry) => entry.id))
        for (const one of required)
          if (!given.has(one.id)) complain(messages.classificationRequired(String(one.name)))
      })
    },
  },
)

/** Visits everything with entries: the lines or the record. */
function eachCarrier(
  write: Write,
  visit: (carrier: MutableRow, complain: (message: Message) => void) => void,
): void {
  if (isClassified(write.definition))
    visit(write.after, (text) => write.problems.add('classifications', text))
  for (const member of classifiedLines(write.definition))
    for (const [index, line] of mutableLinesOf(write.after, member).entries())
      visit(line, (text) => write.problems.add(member, onLine(index, text)))
}

/**
 * Existence is checked with all references. This checks that the ids belong together, are active and are not
 * repeated.
 */
export function entryProblems(write: Write, entries: readonly Row[]): Message[] {
  const found: Message[] = []
  const seen = new Set<unknown>()
  for (const { id, line_id } of entries) {
    const [classification, line] = [
      write.find('classifications', 'id', id),
      write.find('classificationLines', 'id', line_id),
    ]
    if (!classification || !line) continue
    if (!classification.is_active && !write.isGenerated) found.push(messages.inactive('Classification', id))
    else if (line.classification_id !== id)
      found.push(messages.mismatch('ClassificationLine', line_id, 'classification'))
    else if (!line.is_active && !write.isGenerated)
      found.push(messages.inactive('ClassificationLine', line_id))
    else if (seen.has(id)) found.push(messages.twice('Classification', id))
    seen.add(id)
  }
  return found
}
