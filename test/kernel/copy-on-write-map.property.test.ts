import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CopyOnWriteMap } from '../../src/kernel/copy-on-write-map'

const KEYS = 40

test('copies of copies hold what maps of their own would hold, whichever is written', () => {
  const key = fc.nat(KEYS)
  const at = fc.nat(5)
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ at, key, value: fc.option(fc.nat(), { nil: undefined, freq: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ at }) },
  )
  const steps = fc.array(step, { minLength: 1, maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(steps, (written) => {
      const pairs = [
        { own: new CopyOnWriteMap<number, { value: number }>(), plain: new Map<number, number>() },
      ]
      for (const one of written) {
        const { own, plain } = pairs[one.at % pairs.length] ?? expect.unreachable()
        if (!('key' in one)) pairs.push({ own: own.copy(), plain: new Map(plain) })
        else if (one.value === undefined) {
          own.set(one.key, undefined)
          plain.delete(one.key)
        } else {
          own.set(one.key, { value: one.value })
          plain.set(one.key, one.value)
        }
      }
      const keys = Array.from({ length: KEYS + 1 }, (_, each) => each)
      const held = (map: { readonly size: number }, get: (key: number) => unknown) => [
        map.size,
        keys.map(get),
      ]
      expect(pairs.map(({ own }) => held(own, (each) => own.get(each)?.value))).toEqual(
        pairs.map(({ plain }) => held(plain, (each) => plain.get(each))),
      )
    }),
    { numRuns: 100 },
  )
})
