import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ErasedTimelineError } from '../../src/kernel/erased-timeline-error'
import type { History } from '../../src/kernel/history'
import { InvariantViolation } from '../../src/kernel/invariant'
import { type Change, Store } from '../../src/kernel/store'
import type { Table } from '../../src/kernel/table'

let store: Store
let history: History
let invoices: Table

beforeEach(() => {
  store = new Store(() => 'number')
  history = store.history
  invoices = store.table('org-1', 'invoices')
  invoices.put({ number: 1, due: '60.00' })
})

const dump = () => JSON.stringify(store.dump())
const due = () => invoices.get(1)?.due

describe('a mark', () => {
  test('brings back every row, any number of times', () => {
    const before = dump()
    const mark = history.mark()
    for (const amount of ['30.00', '0.00']) {
      invoices.put({ number: 1, due: amount })
      invoices.put({ number: 2, due: amount })
      history.atomically(() => invoices.remove(1))
      history.rewind(mark)
      expect(dump()).toBe(before)
    }
    history.rewind(mark)
    expect(dump()).toBe(before)
  })

  test('stays good when an earlier or later one is rewound to, unless it is the later one', () => {
    const first = history.mark()
    invoices.put({ number: 1, due: '40.00' })
    const second = history.mark()
    invoices.put({ number: 1, due: '20.00' })
    history.rewind(second)
    expect(due()).toBe('40.00')
    history.rewind(first)
    expect(due()).toBe('60.00')
    expect(() => history.rewind(second)).toThrow(ErasedTimelineError)
    expect(due()).toBe('60.00')
    const third = history.mark()
    invoices.put({ number: 1, due: '10.00' })
    history.rewind(third)
    expect(due()).toBe('60.00')
    expect(() => history.rewind(second)).toThrow('erased timeline')
  })

  test('is not disturbed by blocks that fail after it', () => {
    const mark = history.mark()
    expect(() =>
      history.atomically(() => {
        invoices.put({ number: 1, due: '0.00' })
        throw new Error('refused')
      }),
    ).toThrow('refused')
    invoices.put({ number: 1, due: '5.00' })
    history.rewind(mark)
    expect(due()).toBe('60.00')
  })

  test('belongs to one history', () => {
    const other = new Store(() => 'number').history
    const mark = history.mark()
    expect(() => other.rewind(mark)).toThrow(InvariantViolation)
    expect([other, history].map((one) => [one.knows(mark), one.holds(mark)])).toEqual([
      [false, false],
      [true, true],
    ])
    expect(history.knows(undefined)).toBe(false)
  })

  test('that is erased is known and no longer held', () => {
    const first = history.mark()
    const second = history.mark()
    history.rewind(first)
    expect([history.knows(second), history.holds(second), history.holds(first)]).toEqual([true, false, true])
  })

  test('is neither taken nor rewound to inside an atomic block', () => {
    const mark = history.mark()
    expect(() => history.atomically(() => history.mark())).toThrow(InvariantViolation)
    expect(() => history.atomically(() => history.rewind(mark))).toThrow(InvariantViolation)
  })

  test('of which the first is held by nobody any more leaves the others good', async () => {
    leaveMarksBehind(10)
    await collectGarbage()
    leaveMarksBehind(10)
    const before = dump()
    const last = history.mark()
    leaveMarksBehind(100)
    history.rewind(last)
    expect(dump()).toBe(before)
  })

  test('that nobody holds any more changes nothing for those that are held', async () => {
    const before = dump()
    const first = history.mark()
    const later = leaveMarksBehind(100)
    await collectGarbage()
    leaveMarksBehind(100)
    invoices.put({ number: 1, due: 'last' })
    history.rewind(later)
    expect(due()).toBe('100')
    history.rewind(first)
    expect(dump()).toBe(before)
  })
})

describe('what differs between marks', () => {
  /** Each change as `key: before -> after`, with what is due. */
  const told = (changes: readonly Change[]) =>
    changes.map(({ key, before, after }) => `${key}: ${before?.due} -> ${after?.due}`)

  test('is one change for each row, forwards or backwards, up to a mark or to now', () => {
    const first = history.mark()
    invoices.put({ number: 1, due: '40.00' })
    invoices.put({ number: 2, due: '5.00' })
    const second = history.mark()
    invoices.put({ number: 1, due: '30.00' })
    invoices.remove(2)
    invoices.put({ number: 3, due: '7.00' })
    const third = history.mark()
    invoices.put({ number: 3, due: '6.00' })
    const [one, two, three] = [first, second, third]
    expect([
      told(history.between(one, two)),
      told(history.between(two, one)),
      told(history.between(two, three)),
      told(history.between(three, two)),
      told(history.between(one, three)),
      told(history.between(one)),
      told(history.between(three)),
      told(history.between(two, two)),
    ]).toEqual([
      ['1: 60.00 -> 40.00', '2: undefined -> 5.00'],
      ['1: 40.00 -> 60.00', '2: 5.00 -> undefined'],
      ['1: 40.00 -> 30.00', '2: 5.00 -> undefined', '3: undefined -> 7.00'],
      ['1: 30.00 -> 40.00', '2: undefined -> 5.00', '3: 7.00 -> undefined'],
      ['1: 60.00 -> 30.00', '3: undefined -> 7.00'],
      ['1: 60.00 -> 30.00', '3: undefined -> 6.00'],
      ['3: 7.00 -> 6.00'],
      [],
    ])
  })
})

/** Takes marks and forgets them, all but the last. */
function leaveMarksBehind(marks: number) {
  for (let at = 1; at <= marks; at++) {
    history.mark()
    invoices.put({ number: 1, due: String(at) })
    invoices.put({ number: at + 1, due: '1.00' })
  }
  return history.mark()
}

/** Weak references let go only after the running job. */
async function collectGarbage() {
  setFlagsFromString('--expose-gc')
  await new Promise((resolve) => setImmediate(resolve))
  runInNewContext('gc')()
}
