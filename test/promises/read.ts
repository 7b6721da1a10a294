import { describe, expect, it } from 'vitest'
import { itemsOf, refusal } from '../support/client'
import { contentOf } from '../support/content'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

/** GET of one record: the record, or 404; it changes nothing. */
export function read(subject: Subject): void {
  describe.each(offersOf(subject, 'get'))('$title', ({ definition, path, collection }) => {
    const { model, fields, filters } = definition
    const opened = () => {
      const ground = groundOf(subject)
      const id = ground.idOf(definition, ground.make(definition, { extent: 'full' }))
      return { ...ground, item: path(id), id }
    }

    it('shows what its record type says, and nothing else', async () => {
      const { send, item } = opened()
      const answer = await send('GET', item)
      expect(answer.status).toBe(200)
      const shown = Object.entries(fields).filter(([, field]) => ['always', 'detail'].includes(field.shown))
      expect(Object.keys(answer.body)).toEqual(shown.map(([name]) => name))
    })

    it('shows in a list what the record type says of entries', async () => {
      const { send, records, id, idOf } = opened()
      const { items } = records(definition).list({ limit: 100 })
      expect(items.some((record) => idOf(definition, record) === id)).toBe(true)
      const [entry = {}] = itemsOf(await send('GET', collection))
      const shown = Object.entries(fields).filter(([, field]) => ['always', 'entry'].includes(field.shown))
      expect(Object.keys(entry)).toEqual(shown.map(([name]) => name))
    })

    it('answers the same bytes twice and leaves no trace', async () => {
      const { send, item, simulator } = opened()
      const before = contentOf(simulator, { replies: true })
      const answers = [await send('GET', item), await send('GET', item)]
      expect(answers[1]?.text).toBe(answers[0]?.text)
      expect(contentOf(simulator, { replies: true })).toEqual(before)
    })

    it('answers 404 for a record that does not exist', async () => {
      const { send } = groundOf(subject)
      for (const id of ['99999999', '0', '-1']) {
        const answer = await send('GET', path(id))
        expect.soft(answer.status, id).toBe(404)
        if (id === '99999999')
          expect(answer.body).toEqual(refusal('__all__', `${model} matching query does not exist`))
      }
    })

    it('ignores search and paging', async () => {
      const { send, item } = opened()
      expect((await send('GET', `${item}?search=nowhere&limit=1&offset=7&ordering=-id`)).status).toBe(200)
    })

    it.each(['number', 'id'].filter((name) => name in filters))(
      'answers 404 when the filter %s excludes the record, and 200 when it does not',
      async (filter) => {
        const { send, item, records, id } = opened()
        const own = records(definition).get(id)[filters[filter]?.column ?? '']
        expect((await send('GET', `${item}?${filter}=${own}`)).status).toBe(200)
        const excluded = await send('GET', `${item}?${filter}=99999999`)
        expect([excluded.status, excluded.body]).toEqual([
          404,
          refusal('__all__', `${model} matching query does not exist`),
        ])
      },
    )
  })
}
