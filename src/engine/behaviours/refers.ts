import type { Row } from '../../kernel/store'
import { messages } from '../model/refusals'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

/** Members that default to the same members of the referenced record. */
const SUPPLIED = [
  'company_id',
  'customer_id',
  'vendor_id',
  'currency_iso_4217_code',
  'exchange_rate',
] as const

/** A credit that refers to a document takes defaults from it and must agree with them, but applies nothing (§4.5). */
export const refers = defineBehaviour('refers', 'refersTo', {
  restsOn: ['credit-references', 'reference-status'],
  columns: (_, { deferredWhen }) => (deferredWhen === undefined ? {} : { [deferredWhen]: false }),

  references(write, references) {
    const named = references.filter(({ by }) => write.after[by] !== null)
    for (const { by } of named.slice(1)) write.problems.add(by, messages.oneReference)
    const [first] = named
    const document = first && write.find(first.resource, 'number', write.after[first.by])
    deferLike(write, document)
    if (!first || !document) return
    for (const member of SUPPLIED) {
      if (!(member in write.after) || !(member in document)) continue
      write.after[member] ??= document[member]
      if (member !== 'exchange_rate' && write.after[member] !== document[member])
        addReferenceProblem(write, first, member)
    }
  },

  /** A named document must be posted, unless the posted record named it before. */
  state(write, references) {
    const { before, after } = write
    if (!write.isPosted) return
    for (const { by, resource } of references) {
      const document = write.find(resource, 'number', after[by])
      const isKept = write.wasPosted && before?.[by] === after[by]
      if (document && document.record_status !== 'posted' && !isKept)
        write.problems.add(by, messages.notPosted(write.modelOf(resource), after[by]))
    }
  },
})

/** A credit reduces deferred revenue if its document defers it. */
function deferLike({ definition, after }: Write, document: Row | undefined): void {
  const { deferredWhen } = definition
  if (deferredWhen !== undefined) after[deferredWhen] = document?.[deferredWhen] === true
}

function addReferenceProblem(
  write: Write,
  { by, resource }: { by: string; resource: string },
  member: string,
): void {
  const what = { company_id: 'company', currency_iso_4217_code: 'currency' }[member] ?? 'counterparty'
  write.problems.add(by, messages.mismatch(write.modelOf(resource), write.after[by], what))
}
