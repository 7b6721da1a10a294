import { texts } from '../model/messages'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/** Members that a record takes from the one it refers to, where the request leaves them out. */
const SUPPLIED = [
  'company_id',
  'customer_id',
  'vendor_id',
  'currency_iso_4217_code',
  'exchange_rate',
] as const

/**
 * Credits that refer to a document: it only supplies defaults, with which the credit must agree; nothing is
 * applied (docs/service.md §4.5).
 */
export const refers: Capability = {
  name: 'refers',
  rests: ['credit-references'],
  appliesTo: (definition) => definition.refersTo !== undefined,
  // Where the document defers its revenue, so does what takes it back.
  columns: () => ({ contracted: false }),

  references(work) {
    const references = work.definition.refersTo ?? []
    const named = references.filter(({ by }) => work.draft[by] !== null)
    for (const { by } of named.slice(1)) work.problems.add(by, texts.oneReference)
    const [first] = named
    const document = first && work.find(first.resource, 'number', work.draft[first.by])
    work.draft.contracted = document?.contracted === true
    if (!first || !document) return
    for (const member of SUPPLIED) {
      if (!(member in work.draft) || !(member in document)) continue
      work.draft[member] ??= document[member]
      if (member !== 'exchange_rate' && work.draft[member] !== document[member]) complain(work, first, member)
    }
  },
}

function complain(work: Work, { by, resource }: { by: string; resource: string }, member: string): void {
  const what = { company_id: 'company', currency_iso_4217_code: 'currency' }[member] ?? 'counterparty'
  work.problems.add(by, texts.mismatch(work.modelOf(resource), work.draft[by], what))
}
