import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Field } from '../../src/engine/schema/fields'
import type { Json } from '../support/client'
import { expectEcho } from '../support/expect-echo'
import { type Ground, groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

/** POST stores what was sent, fills in the rest and answers with the whole record. */
export function create(subject: Subject): void {
  describe.each(offersOf(subject, 'create'))('$title', ({ definition, status, collection, version }) => {
    it('takes the members that are needed and nothing more', async () => {
      const { body, send } = groundOf(subject)
      const answer = await send('POST', collection, body(definition))
      expect([answer.status, answer.errors]).toEqual([status, {}])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    })

    const sentAlways = groundOf(subject).body(definition)
    it.each(optionalMembers(definition, sentAlways))(
      'gives %s, left out, its first value',
      async (name, field) => {
        const { body, send } = groundOf(subject)
        const answer = await send('POST', collection, body(definition))
        expect(answer.body[name]).toBe(field.initial)
      },
    )

    it('echoes every member sent', async () => {
      const { body, send } = groundOf(subject)
      const sent = body(definition, { extent: 'full', variant: 1 })
      const answer = await send('POST', collection, sent)
      expect([answer.status, answer.errors]).toEqual([status, {}])
      expectEcho(definition.fields, sent, answer.body)
    })

    it('reads a JSON number as it reads the same text', async () => {
      const sent = (ground: Ground) => ground.body(definition, { extent: 'full', variant: 2 })
      const [asText, asNumbers] = [groundOf(subject), groundOf(subject)]
      const expected = await asText.send('POST', collection, sent(asText))
      const answer = await asNumbers.send('POST', collection, withNumbers(definition.fields, sent(asNumbers)))
      expect(answer.text).toBe(expected.text)
    })

    it('numbers records from 1 and says who wrote them, when', async () => {
      const { body, send } = groundOf(subject)
      const first = (await send('POST', collection, body(definition))).body
      const second = (await send('POST', collection, body(definition))).body
      if (definition.fields.number?.presence === 'none') expect([first.number, second.number]).toEqual([1, 2])
      if (definition.fields.id?.presence === 'none') expect(second.id).toBe((first.id as number) + 1)
      if (definition.fields.internal_id)
        expect(second.internal_id).toBeGreaterThan(first.internal_id as number)
      const actor = {
        actor_type: 'api_key',
        email: null,
        first_name: 'API key',
        last_name: null,
        timestamp: '2026-01-15T09:00:00Z',
      }
      if (definition.fields.created_by) expect([first.created_by, first.updated_by]).toEqual([actor, actor])
    })

    if (!definition.operations[version]?.includes('get')) return

    it(`is found by GET at ${version} with the same bytes`, async () => {
      const { body, send, idOf } = groundOf(subject)
      const answer = await send('POST', collection, body(definition, { extent: 'full' }))
      const found = await send('GET', `${collection}${idOf(definition, answer.body)}/`)
      expect([found.status, found.text]).toEqual([200, answer.text])
    })
  })
}

const optionalMembers = (definition: Definition, sent: Json): [string, Field][] =>
  Object.entries(definition.fields).filter(
    ([name, { presence, kind, shown, initial }]) =>
      presence === 'optional' &&
      ['text', 'flag', 'choice'].includes(kind) &&
      ['always', 'detail'].includes(shown) &&
      initial !== null &&
      !(name in sent),
  )

/** The same body with every decimal as a JSON number. */
function withNumbers(fields: Definition['fields'], body: Json): Json {
  const read = (field: Field | undefined, value: unknown): unknown => {
    if (field?.kind === 'decimal') return Number(value)
    if (Array.isArray(value)) return value.map((one) => read(field?.element, one))
    return field?.members && value !== null ? withNumbers(field.members, value as Json) : value
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, read(fields[name], value)]))
}
