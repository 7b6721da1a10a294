import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { recordType } from '../model/record-type'
import { type Draft, draftLinesOf } from '../model/row'
import type { World } from '../model/world'
import type { Definition } from '../schema/define'
import type { Capability } from '../write/behaviour'
import { findRecord, type Work } from '../write/write'

// Asked for on every write, and the same for as long as the process runs.
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

/** Whether a request names the entries of the record itself. */
const isClassified = ({ fields }: Definition): boolean =>
  fields.classifications?.special === 'classifications' && fields.classifications.presence !== 'none'

/** Classification entries on lines or on the record itself, read by their ids (docs/service.md §2.5). */
export const classifies: Capability = {
  name: 'classifies',
  rests: ['classification-names', 'header-classifications'],
  appliesTo: (definition) => classifiedLines(definition).length > 0 || isClassified(definition),

  references(work) {
    eachCarrier(work, (line, complain) => {
      line.classifications = ((line.classifications ?? []) as readonly Row[]).map(({ id, line_id }) => ({
        id,
        line_id,
      }))
      for (const text of entryProblems(work, line.classifications as readonly Row[])) complain(text)
    })
  },

  state(work) {
    if (!work.isPosted || work.world.assumptions.read('classification-required') === 'off') return
    const required = [...work.table('classifications').rows()].filter(
      (one) =>
        one.is_active &&
        (one.required_for_records as readonly string[]).includes(recordType(work.definition)),
    )
    if (required.length === 0) return
    eachCarrier(work, (line, complain) => {
      const given = new Set((line.classifications as readonly Row[]).map((entry) => entry.id))
      for (const one of required)
        if (!given.has(one.id)) complain(texts.classificationRequired(String(one.name)))
    })
  },
}

/** Whatever carries entries: lines, or the record. */
function eachCarrier(work: Work, visit: (carrier: Draft, complain: (text: string) => void) => void): void {
  if (isClassified(work.definition)) visit(work.draft, (text) => work.problems.add('classifications', text))
  for (const member of classifiedLines(work.definition))
    for (const [index, line] of draftLinesOf(work.draft, member).entries())
      visit(line, (text) => work.problems.add(member, texts.line(index, text)))
}

/**
 * That both exist is checked with all references; here that they belong together, are in use and stand once.
 */
export function entryProblems(work: Work, entries: readonly Row[]): string[] {
  const found: string[] = []
  const seen = new Set<unknown>()
  for (const { id, line_id } of entries) {
    const [classification, line] = [
      work.find('classifications', 'id', id),
      work.find('classificationLines', 'id', line_id),
    ]
    if (!classification || !line) continue
    if (!classification.is_active) found.push(texts.inactive('Classification', id))
    else if (line.classification_id !== id)
      found.push(texts.mismatch('ClassificationLine', line_id, 'classification'))
    else if (!line.is_active) found.push(texts.inactive('ClassificationLine', line_id))
    else if (seen.has(id)) found.push(texts.twice('Classification', id))
    seen.add(id)
  }
  return found
}

/** The entries with the names that classification and line have now. */
export function presentClassifications(
  context: { world: World; organization: string },
  entries: unknown,
): readonly Row[] {
  return ((entries ?? []) as readonly Row[]).map(({ id, line_id }) => {
    const classification = findRecord(context.world, context.organization, 'classifications', 'id', id)
    const line = findRecord(context.world, context.organization, 'classificationLines', 'id', line_id)
    return {
      id,
      name: classification?.name ?? null,
      line_id,
      line_name: line?.name ?? null,
      parent_classification_id: classification?.parent_id ?? null,
      parent_classification_line_id: line?.parent_id ?? null,
    }
  })
}
