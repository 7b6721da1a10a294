import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import { type Reference, referencesOf, replacedAt } from '../support/references'
import type { Subject } from '../support/subject'

const UNKNOWN = 99999999

/** A record that is named must exist; the refusal stands under the member and tells the line. */
export function references(subject: Subject): void {
  const { definitions } = subject
  const offers = offersOf(subject, 'create', 'update').filter(
    (one) => referencesOf(one.definition).length > 0,
  )
  describe.each(offers)('$title', ({ definition, verb, method, path }) => {
    it.each(referencesOf(definition))('$title', async (reference) => {
      const { body, make, idOf, send } = groundOf(subject)
      const id = verb === 'update' ? idOf(definition, make(definition)) : undefined
      const sent = replacedAt(
        withoutRivals(definition, body(definition, { extent: 'full' }), reference),
        reference.path,
        UNKNOWN,
      )
      const answer = await send(method, path(id), sent)
      const [member = ''] = reference.path
      const model = definitions.find(({ name }) => name === reference.resource)?.model ?? '\\w+'
      expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [member]])
      const prefix = reference.inLines ? '^Line 1: ' : ''
      expect(answer.errors[member]).toEqual([
        expect.stringMatching(new RegExp(`${prefix}${model} with id ${UNKNOWN} does not exist$`)),
      ])
    })
  })
}

/**
 * Keeps one of the documents that a line may settle or deposit, or a record may spend, and removes references
 * with which the record would have to agree.
 */
function withoutRivals({ settles, deposits, refersTo }: Definition, sent: Json, { path }: Reference): Json {
  const [top = '', member = ''] = path
  // The record would have to agree with a referenced document.
  const body = { ...sent, ...nothing(membersOf(refersTo ?? [])) }
  const sources = membersOf(settles?.sources ?? [])
  if (sources.includes(top)) return { ...body, ...nothing(sources) }
  const named = [
    { lines: settles?.lines, members: [...membersOf(settles?.references ?? []), settles?.accounts ?? ''] },
    { lines: deposits?.lines, members: [...membersOf(deposits?.sources ?? []), deposits?.accounts ?? ''] },
  ].find(({ lines, members }) => lines === top && members.includes(member))
  if (!named) return body
  const [first, ...others] = body[top] as Json[]
  return { ...body, [top]: [{ ...first, ...nothing(named.members) }, ...others] }
}

const membersOf = (references: readonly { readonly by: string }[]) => references.map(({ by }) => by)
const nothing = (members: readonly string[]): Json =>
  Object.fromEntries(members.filter((name) => name !== '').map((name) => [name, null]))
