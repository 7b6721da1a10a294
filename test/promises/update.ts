import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { type Json, refusal } from '../support/client'
import { contentOf } from '../support/content'
import { expectEcho } from '../support/expect-echo'
import { type Ground, groundOf } from '../support/ground'
import { linesMemberOf, withLineIds } from '../support/lines'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

/** PUT replaces the record, or the members sent where the record type says so, and keeps lines by their ids. */
export function update(subject: Subject): void {
  describe.each(offersOf(subject, 'update'))('$title', (offer) => {
    const { definition, path } = offer
    const lines = linesMemberOf(definition)
    const opened = (extent: 'needed' | 'full' = 'full') => {
      const ground = groundOf(subject)
      const sent = ground.body(definition, { extent, variant: 1 })
      const record = ground.records(definition).create(sent)
      return { ...ground, ground, sent, record, item: path(ground.idOf(definition, record)) }
    }

    it('with the same content changes nothing', async () => {
      const { sent, record, item, send, simulator } = opened()
      await simulator.clock.advance('1 hour')
      const before = contentOf(simulator)
      const answer = await send('PUT', item, withLineIds(definition, sent, record))
      expect([answer.status, answer.errors]).toEqual([200, {}])
      expect(answer.body).toEqual(record)
      expect(contentOf(simulator)).toEqual(before)
    })

    it('stores every member sent, moves updated_by and nothing else of the record', async () => {
      const { ground, record, item, send, simulator } = opened()
      const other = ground.body(definition, { extent: 'full', variant: 3 })
      await simulator.clock.advance('1 hour')
      const answer = await send('PUT', item, other)
      expect([answer.status, answer.errors]).toEqual([200, {}])
      expectEcho(definition.fields, other, answer.body)
      expect((await send('GET', item)).text).toBe(answer.text)
      for (const [name, field] of Object.entries(definition.fields))
        if (['id', 'number', 'internal_id', 'created_by'].includes(name) && field.presence === 'none')
          expect.soft(answer.body[name], name).toEqual(record[name])
      expect(answer.body.updated_by).toMatchObject({
        actor_type: 'api_key',
        timestamp: '2026-01-15T10:00:00Z',
      })
    })

    it(
      definition.partialUpdate ? 'keeps members left out' : 'returns members left out to their first values',
      async () => {
        const { ground, sent, record, item, send } = opened()
        if (definition.partialUpdate) {
          const [name = ''] = Object.keys(sent).filter((member) => definition.fields[member]?.kind === 'text')
          const answer = await send('PUT', item, { [name]: 'something@else' })
          const { updated_by: _, ...expected } = { ...record, [name]: 'something@else' }
          expect(answer.body).toMatchObject(expected)
          return
        }
        const needed = neededOf(ground, definition, sent)
        const answer = await send('PUT', item, needed)
        expect([answer.status, answer.errors]).toEqual([200, {}])
        for (const [name, field] of Object.entries(definition.fields)) {
          if (
            field.presence !== 'optional' ||
            name in needed ||
            !['text', 'flag', 'choice'].includes(field.kind)
          )
            continue
          if (name !== 'record_status' && field.shown === 'always')
            expect.soft(answer.body[name], name).toEqual(field.initial)
        }
        expect(answer.body.attachments).toEqual(record.attachments)
      },
    )

    it('answers 404 for a record that does not exist', async () => {
      const { sent, send } = opened()
      const answer = await send('PUT', path(99999999), sent)
      expect([answer.status, answer.body]).toEqual([
        404,
        refusal('__all__', `${definition.model} matching query does not exist`),
      ])
    })

    if (!lines) return

    it('keeps a line whose id is sent, adds one without, removes the rest', async () => {
      const { sent, record, item, send } = opened()
      const [, second] = record[lines] as Json[]
      const [a, b] = sent[lines] as Json[]
      // Two lines that exchange their content keep the sums that a record type may insist on.
      const answer = await send('PUT', item, { ...sent, [lines]: [{ ...b, id: second?.id }, a] })
      expect([answer.status, answer.errors]).toEqual([200, {}])
      const ids = (answer.body[lines] as Json[]).map(({ id }) => id)
      expect(ids).toHaveLength(2)
      expect(ids).toContain(second?.id)
      const known = (record[lines] as Json[]).map(({ id }) => id)
      expect(ids.filter((id) => !known.includes(id))).toHaveLength(1)
    })

    it('refuses the id of a line that is not its own, and one id twice', async () => {
      const { ground, sent, record, item, send } = opened()
      const foreign = (ground.make(definition, { extent: 'full', variant: 1 })[lines] as Json[])[0]
      const own = (record[lines] as Json[])[0]
      for (const [id, index] of [
        [99999999, 0],
        [foreign?.id, 0],
        [own?.id, 1],
      ] as const) {
        const given = (sent[lines] as Json[]).map((line, at) => ({ ...line, ...(at <= index && { id }) }))
        const answer = await send('PUT', item, { ...sent, [lines]: given })
        expect
          .soft([answer.status, answer.body])
          .toEqual([422, refusal(lines, `Line ${index + 1}: Line with id ${id} does not exist`)])
      }
    })
  })
}

function neededOf(ground: Ground, definition: Definition, sent: Json): Json {
  const names = Object.keys(ground.body(definition, { variant: 1 }))
  return Object.fromEntries(names.map((name) => [name, sent[name]]))
}
