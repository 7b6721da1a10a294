import { afterAll, describe, expect, it } from 'vitest'
import { itemsOf, type Json, refusal } from '../support/client'
import { type Ground, groundOf } from '../support/ground'
import { filteredNaively, viewsOf } from '../support/naive-list'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

const MANY = 103
const FEW = 11

const INTEGER = 'Input should be a valid integer'
const atLeast = (name: string, least: number) =>
  `greater_than_equal query.${name}: Input should be greater than or equal to ${least}`

/** Lists are pages of what fits, in the order asked for, with the count of all that fits. */
export function listAndPage(subject: Subject): void {
  describe.each(offersOf(subject, 'list'))('$title', ({ definition, collection }) => {
    const all = definition.filters.show_inactive ? '&show_inactive=true' : ''
    const list = async (send: Ground['send'], query: string) => {
      const answer = await send('GET', `${collection}?${query}${all}`)
      expect([answer.status, answer.errors]).toEqual([200, {}])
      return { items: itemsOf(answer), count: answer.body.count as number }
    }
    const opened = (count: number) => {
      const ground = groundOf(subject)
      for (let variant = 0; variant < count; variant += 1)
        ground.make(definition, { extent: 'full', variant: variant % FEW })
      return ground
    }

    /** A few records for all tests that only read, made when the first of them asks. */
    let read: Ground | undefined
    const few = (): Ground => {
      read ??= opened(FEW)
      return read
    }
    afterAll(() => {
      read = undefined
    })

    it('pages of at most 100 that are the whole when put together', async () => {
      const { send } = opened(MANY)
      const first = await list(send, '')
      const total = first.count
      expect(total).toBeGreaterThanOrEqual(MANY)
      const second = await list(send, 'offset=100')
      const whole = [...first.items, ...second.items]
      const rows: [query: string, items: readonly Json[]][] = [
        ['limit=100', whole.slice(0, 100)],
        ['limit=101', whole.slice(0, 100)],
        ['limit=100000', whole.slice(0, 100)],
        ['limit=1', whole.slice(0, 1)],
        ['limit=7&offset=14', whole.slice(14, 21)],
        ['limit=7&limit=2', whole.slice(0, 2)],
        [`offset=${total - 1}`, whole.slice(-1)],
        [`offset=${total}`, []],
        ['offset=99999', []],
      ]
      expect([first.items.length, second.items.length]).toEqual([100, total - 100])
      for (const [query, items] of rows)
        expect.soft(await list(send, query), query).toEqual({ items, count: total })
    })

    it.each([
      ['limit=0', atLeast('limit', 1)],
      ['limit=-5', atLeast('limit', 1)],
      ['offset=-1', atLeast('offset', 0)],
      ['limit=ten', `int_parsing query.limit: ${INTEGER}`],
      ['limit=', `int_parsing query.limit: ${INTEGER}`],
      ['limit=1.5', `int_parsing query.limit: ${INTEGER}`],
      ['offset=1e2', `int_parsing query.offset: ${INTEGER}`],
      ['offset=x', `int_parsing query.offset: ${INTEGER}`],
    ])('?%s is 400', async (query, message) => {
      const answer = await few().send('GET', `${collection}?${query}`)
      expect([answer.status, answer.body]).toEqual([400, refusal('__all__', message)])
    })

    it('is a bare array where that dialect is switched on', async () => {
      const expected = itemsOf(await groundOf(subject).send('GET', collection))
      const { send } = groundOf(subject, { assumptions: { 'list-body': 'bare-array' } })
      expect((await send('GET', collection)).body).toEqual(expected)
    })

    it.each(['id', ...definition.orderings])('orders by %s, both ways', async (column) => {
      const ground = few()
      const { send } = ground
      const views = viewsOf(ground, definition)
      for (const ordering of [column, `-${column}`]) {
        const { items } = await list(send, `ordering=${ordering}`)
        const expected = views.sorted(ordering)
        expect
          .soft(
            items.map((item) => item[definition.identifier]),
            ordering,
          )
          .toEqual(expected)
      }
    })

    it('refuses other orderings', async () => {
      const { send } = few()
      for (const ordering of ['nonsense', '--id', 'constructor', '-'])
        expect
          .soft((await send('GET', `${collection}?ordering=${ordering}`)).body)
          .toEqual(refusal('ordering', `Unsupported ordering: ${ordering}`))
    })

    it('ignores parameters that it does not know', async () => {
      const { send } = few()
      expect((await send('GET', `${collection}?constructor=1&__proto__=2&colour=red`)).text).toBe(
        (await send('GET', collection)).text,
      )
    })

    // docs/service.md §8.3.
    it('searches in text, whatever its case, and finds everything for nothing', async () => {
      const ground = few()
      const { send } = ground
      const views = viewsOf(ground, definition)
      expect((await list(send, 'search=')).count).toBe(views.records.length)
      expect((await list(send, 'search=no+such+thing')).count).toBe(0)
      for (const text of views.searchable(definition.search)) {
        const found = (await list(send, `search=${encodeURIComponent(text.toUpperCase())}`)).count
        expect.soft(found, text).toBe(views.found(definition.search, text))
      }
    })

    it.each(Object.entries(definition.filters))('filters by %s', async (name, filter) => {
      const ground = few()
      const { send } = ground
      const views = viewsOf(ground, definition)
      const asked = views.askedOf(filter)
      expect(asked.length).toBeGreaterThan(0)
      for (const values of asked) {
        const query = values.map((value) => `${name}=${encodeURIComponent(String(value))}`).join('&')
        const answer = await send(
          'GET',
          `${collection}?${query}&${name === 'show_inactive' ? '' : all.slice(1)}`,
        )
        const { body, status, errors } = answer
        const expected = filteredNaively(views, filter, values)
        expect.soft([status, errors], query).toEqual([200, {}])
        expect
          .soft([body.count, itemsOf(answer).map((item) => item[definition.identifier])], query)
          .toEqual([expected.length, expected])
      }
    })

    const checked = Object.entries(definition.filters).filter(([, { reads }]) => reads !== 'text')
    it.each(checked.map(([name]) => name))('refuses a value of %s that cannot be read', async (name) => {
      const malformed = await few().send('GET', `${collection}?${name}=~nonsense`)
      expect([malformed.status, Object.keys(malformed.errors)]).toEqual([422, [name]])
    })
  })
}
