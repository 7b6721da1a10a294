import { describe, expect, it } from 'vitest'
import { chanceOf, seedOf } from '../support/chance'
import { itemsOf } from '../support/client'
import { groundOf } from '../support/ground'
import { mixRecords } from '../support/mixed-records'
import { type Asked, passingNaively, viewsOf } from '../support/naive-list'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'
import { isThorough } from '../support/thorough'

const RECORDS = 40
const PAIRS = isThorough ? Number.POSITIVE_INFINITY : 12
const VALUES = isThorough ? 12 : 3

/** Two filters at once let through what both let through, in lists and for one record. */
export function filterPairs(subject: Subject): void {
  const seed = seedOf('PAIRS_SEED')
  const offers = offersOf(subject, 'list').filter(
    ({ definition }) => Object.keys(definition.filters).length > 1,
  )
  describe.each(offers)('$title', ({ definition, collection, version }) => {
    it(`agrees with plain filtering for pairs of filters, seed ${seed}`, async () => {
      const ground = groundOf(subject)
      const chance = chanceOf(seed)
      mixRecords(ground, definition, RECORDS, chance)
      const views = viewsOf(ground, definition)
      const names = Object.keys(definition.filters)
      const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
      const valuesFor = new Map(
        Object.entries(definition.filters).map(([name, filter]) => [
          name,
          views.askedOf(filter, (present) => chance.some(present, 8)),
        ]),
      )
      for (const pair of chance.some(pairs, PAIRS)) {
        for (let draw = 0; draw < VALUES; draw += 1) {
          const asked = pair.map((name): Asked => [name, chance.pick(valuesFor.get(name) ?? [])])
          const query = asked
            .flatMap(([name, values]) =>
              values.map((value) => `${name}=${encodeURIComponent(String(value))}`),
            )
            .join('&')
          const expected = passingNaively(views, asked)
          const answer = await ground.send('GET', `${collection}?limit=100&${query}`)
          expect.soft([answer.status, answer.errors], query).toEqual([200, {}])
          expect
            .soft([answer.body.count, itemsOf(answer).map((item) => item[definition.identifier])], query)
            .toEqual([expected.length, expected])
          if (!definition.operations[version]?.includes('get')) continue
          const id = ground.idOf(definition, chance.pick(views.records))
          const { status } = await ground.send('GET', `${collection}${id}/?${query}`)
          expect
            .soft(status, `${id}: ${query}`)
            .toBe(passingNaively(views, asked, false).includes(id) ? 200 : 404)
        }
      }
    })
  })
}
