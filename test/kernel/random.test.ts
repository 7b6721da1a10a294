import { describe, expect, test } from 'vitest'
import { InvariantViolation } from '../../src/kernel/invariant'
import { Random } from '../../src/kernel/random'
import { Store } from '../../src/kernel/store'

function seeded(seed: number | string) {
  const store = new Store(() => 'id')
  const random = new Random(store)
  random.start(seed)
  return { store, random }
}

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

/** One of each. */
const assortment = (random: Random) => [
  random.next(),
  random.fraction(),
  random.integer(6),
  random.uuid(),
  random.token(12),
  random.chance(0.5),
]

describe('the sequence', () => {
  test('is the same for the same seed', () => {
    expect(assortment(seeded(1).random)).toEqual(assortment(seeded(1).random))
    expect(draw(seeded('nightly').random, 20)).toEqual(draw(seeded('nightly').random, 20))
    expect(draw(seeded('1').random, 20)).toEqual(draw(seeded(1).random, 20))
  })

  test('is pinned: a change of these numbers changes every id in every recorded test', () => {
    const { random } = seeded(1)
    expect(draw(random, 4)).toMatchInlineSnapshot(`
      [
        3084990520,
        382424034,
        1637666442,
        2637166600,
      ]
    `)
    expect([random.uuid(), random.token(16)]).toMatchInlineSnapshot(`
      [
        "a67406e2-a3b1-4783-b864-243380b00b9e",
        "Rq3uBHXKUQGNUpD0",
      ]
    `)
  })

  test('differs from seed to seed, near ones included', () => {
    const firsts = Array.from({ length: 1000 }, (_, seed) => seeded(seed).random.next())
    expect(new Set(firsts).size).toBeGreaterThan(998)
    expect(new Set(['', 'a', 'b', 'ab', 'ba'].map((seed) => seeded(seed).random.next())).size).toBe(5)
  })

  test('continues exactly after a rewind', () => {
    const { store, random } = seeded(1)
    draw(random, 5)
    const mark = store.history.mark()
    const first = assortment(random)
    store.history.rewind(mark)
    expect(assortment(random)).toEqual(first)
  })

  test('continues exactly in an imported world', () => {
    const { store, random } = seeded(1)
    draw(random, 5)
    const imported = new Store(() => 'id')
    imported.load(JSON.parse(JSON.stringify(store.dump())))
    expect(assortment(new Random(imported))).toEqual(assortment(random))
  })

  test('goes on in a fork without moving the origin', () => {
    const { store, random } = seeded(1)
    const twin = assortment(new Random(store.fork()))
    expect(assortment(random)).toEqual(twin)
  })

  test('takes nothing for work that is undone', () => {
    const { store, random } = seeded(1)
    const undone = () =>
      store.history.atomically(() => {
        random.uuid()
        throw new Error('refused')
      })
    expect(undone).toThrow('refused')
    expect(random.next()).toBe(seeded(1).random.next())
  })

  test('does not depend on the chances that are asked for', () => {
    const [a, b] = [seeded(1).random, seeded(1).random]
    expect([a.chance(0), a.chance(1), b.chance(1), b.chance(0)]).toEqual([false, true, true, false])
    expect(a.next()).toBe(b.next())
  })

  test('starts once, and not before it is seeded', () => {
    expect(() => seeded(1).random.start(2)).toThrow(InvariantViolation)
    expect(() => new Random(new Store(() => 'id')).next()).toThrow(InvariantViolation)
  })
})

describe('shapes', () => {
  const { random } = seeded('shapes')
  const many = Array.from({ length: 2000 }, () => 0)

  test('whole numbers are even over their range', () => {
    const counts = new Array<number>(6).fill(0)
    for (let at = 0; at < 12_000; at++) counts[random.integer(6)] = (counts[random.integer(6)] ?? 0) + 1
    expect(Math.min(...counts)).toBeGreaterThan(1700)
    expect(random.integer(1)).toBe(0)
    expect(random.integer(2 ** 32)).toBeLessThan(2 ** 32)
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('there is no whole number below %d', (below) => {
    expect(() => random.integer(below)).toThrow(InvariantViolation)
  })

  test('fractions lie in [0, 1) and around a half', () => {
    const fractions = many.map(() => random.fraction())
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
    const mean = fractions.reduce((total, fraction) => total + fraction, 0) / fractions.length
    expect(mean).toBeCloseTo(0.5, 1)
  })

  test('uuids are version 4 and all different', () => {
    const uuids = many.map(() => random.uuid())
    expect(
      uuids.every((uuid) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uuid)),
    ).toBe(true)
    expect(new Set(uuids).size).toBe(many.length)
  })

  test('tokens have letters and digits, each at some time', () => {
    const tokens = many.map(() => random.token(32)).join('')
    expect(tokens).toMatch(/^[A-Za-z0-9]{64000}$/)
    expect(new Set(tokens).size).toBe(62)
    expect(random.token(0)).toBe('')
  })
})
