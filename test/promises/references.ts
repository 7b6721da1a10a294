import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/define'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import { type Reference, referencesOf, replacedAt } from '../support/references'
import type { Subject } from '../support/subject'

const UNKNOWN = 99999999

/** A record that is named must exist; the refusal stands under the member and tells the line. */
export function references(subject: Subject): void {
  const { definitions } = subject
  describe.each(offersOf(subject, 'create', 'update'))('$title', ({ definition, verb, method, path }) => {
    const named = referencesOf(definition)
    if (named.length === 0) return
    it.each(named)('$title', async (reference) => {
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

/** Of the documents that a line may settle it names one. */
function withoutRivals({ settles }: Definition, body: Json, { path }: Reference): Json {
  const rivals = [...(settles?.references ?? []).map(({ by }) => by), settles?.accounts ?? '']
  const [lines = '', member = ''] = path
  if (settles?.lines !== lines || !rivals.includes(member)) return body
  const empty = Object.fromEntries(rivals.filter((name) => name !== '').map((name) => [name, null]))
  const [first, ...others] = body[lines] as Json[]
  return { ...body, [lines]: [{ ...first, ...empty }, ...others] }
}
