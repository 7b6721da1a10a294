import { beforeEach, describe, expect, test } from 'vitest'
import { LEDGER } from '../../src/engine/model/tables'
import { CLOCK, WorldClock } from '../../src/kernel/clock'
import { parseInstant } from '../../src/kernel/instant'
import { InvariantViolation } from '../../src/kernel/invariant'
import { Store } from '../../src/kernel/store'
import { shapeOfTable } from '../../src/kernel/table-shape'

const nine = parseInstant('2026-01-15T09:00:00Z') as number

let store: Store
let clock: WorldClock

beforeEach(() => {
  store = new Store(() => 'id')
  clock = new WorldClock(store)
  clock.start(nine)
})

const remind = (minutes: number, kind = 'remind') => clock.schedule({ due: nine + minutes * 60_000, kind })

/** Wakes all timers due by then, as whoever runs the time does. */
function wakeUntil(ms: number): number[] {
  const woken: number[] = []
  for (let timer = clock.next(ms); timer !== undefined; timer = clock.next(ms)) {
    clock.moveTo(Math.max(clock.now, timer.due))
    clock.cancel(timer.id)
    woken.push(timer.id)
  }
  clock.moveTo(ms)
  return woken
}

test('a table is asked of the world, or of an organisation, as it is declared', () => {
  const world = store.worldTable(CLOCK)
  expect([world.scope, world.name, store.table('', 'clock') === world]).toEqual(['', 'clock', true])
  // @ts-expect-error the clock is the world's
  expect(store.table('org-1', CLOCK)).not.toBe(world)
  // @ts-expect-error the ledger is an organisation's
  expect(store.worldTable(LEDGER)).not.toBe(store.table('org-1', LEDGER))
})

describe('the time', () => {
  test('is what the world was started with', () => {
    expect([clock.now, clock.instant, clock.today]).toEqual([nine, '2026-01-15T09:00:00.000Z', '2026-01-15'])
  })

  test('moves on, never back', () => {
    clock.moveTo(nine + 1)
    clock.moveTo(nine + 1)
    expect(clock.instant).toBe('2026-01-15T09:00:00.001Z')
    expect(() => clock.moveTo(nine)).toThrow(InvariantViolation)
  })

  test('that it shows already is no change', () => {
    const heard: unknown[] = []
    store.history.onCommit((changes) => heard.push(...changes))
    clock.moveTo(nine)
    expect(heard).toEqual([])
    clock.moveTo(nine + 1)
    expect(heard).toHaveLength(1)
  })

  test('is set back for a world that is being made', () => {
    remind(10)
    clock.setBack(nine)
    clock.setBack(nine - 1)
    expect(clock.now).toBe(nine - 1)
    expect(remind(20)).toBe(2)
    for (const ms of [nine, 0.5, Number.NaN]) expect(() => clock.setBack(ms)).toThrow(InvariantViolation)
    expect(clock.now).toBe(nine - 1)
  })

  test('and its timers are rows of the whole world, which a file may hold', () => {
    remind(10)
    expect(Object.keys(store.dump())).toEqual([''])
    expect(Object.keys(store.dump()[''] ?? {})).toEqual(['clock', 'timers'])
    const shapes = ['clock', 'timers'].map((name) => shapeOfTable(true, name))
    expect(shapes).toEqual([
      { id: 'text', now: 'instant', scheduled: 'count' },
      { id: 'count', due: 'instant', kind: 'text', scope: 'text', data: 'object' },
    ])
  })

  test('turns to the next day at midnight UTC', () => {
    const midnight = parseInstant('2026-01-16') as number
    clock.moveTo(midnight - 1)
    expect(clock.today).toBe('2026-01-15')
    clock.moveTo(midnight)
    expect(clock.today).toBe('2026-01-16')
  })

  test('is started once, and before anything else', () => {
    expect(() => clock.start(nine)).toThrow(InvariantViolation)
    const stopped = new WorldClock(new Store(() => 'id'))
    expect(() => stopped.now).toThrow(InvariantViolation)
    expect(() => stopped.schedule({ due: nine, kind: 'remind' })).toThrow(InvariantViolation)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 1e15])('is never %d', (ms) => {
    expect(() => clock.moveTo(ms)).toThrow(InvariantViolation)
    expect(() => new WorldClock(new Store(() => 'id')).start(ms)).toThrow(InvariantViolation)
  })
})

describe('timers', () => {
  test('are due in order of time, then of scheduling', () => {
    const [late, early, same, first] = [remind(30), remind(10), remind(30), remind(5)]
    const inOrder = [first, early, late, same]
    expect(clock.pending().map((timer) => timer.id)).toEqual(inOrder)
    expect(wakeUntil(nine + 30 * 60_000)).toEqual(inOrder)
    expect(clock.pending()).toEqual([])
  })

  test('keep what they are for', () => {
    const id = clock.schedule({ due: nine, kind: 'deliver', scope: 'org-1', data: { attempt: 2 } })
    expect(clock.next(nine)).toEqual({ id, due: nine, kind: 'deliver', scope: 'org-1', data: { attempt: 2 } })
    expect(clock.pending()[0]).toBe(clock.next(nine))
  })

  test('are for nothing in particular unless they say so', () => {
    const id = remind(10)
    expect(clock.pending()).toEqual([{ id, due: nine + 600_000, kind: 'remind', scope: '', data: {} }])
  })

  test('of other kinds are passed over', () => {
    remind(5, 'deliver')
    const id = remind(10)
    expect(clock.next(nine + 600_000, (kind) => kind === 'remind')?.id).toBe(id)
    expect(clock.next(nine + 600_000, () => false)).toBeUndefined()
  })

  test('are not due before their time', () => {
    const id = remind(10)
    expect(clock.next(nine + 10 * 60_000 - 1)).toBeUndefined()
    expect(clock.next(nine + 10 * 60_000)?.id).toBe(id)
  })

  test('of the past are due at the next chance', () => {
    remind(10)
    const missed = remind(-10)
    expect(clock.next(clock.now)?.id).toBe(missed)
  })

  test('are cancelled once', () => {
    const id = remind(10)
    expect([clock.cancel(id), clock.cancel(id), clock.cancel(99)]).toEqual([true, false, false])
    expect(clock.next(nine + 1e9)).toBeUndefined()
  })

  test('never get the id of an earlier one', () => {
    const gone = remind(10)
    clock.cancel(gone)
    const next = remind(10)
    expect(next).toBeGreaterThan(gone)
    expect(clock.cancel(gone)).toBe(false)
  })

  test('made by a timer and still in range are met in the same walk', () => {
    remind(10)
    const woken: string[] = []
    for (let timer = clock.next(nine + 3_600_000); timer; timer = clock.next(nine + 3_600_000)) {
      clock.moveTo(timer.due)
      clock.cancel(timer.id)
      woken.push(clock.instant.slice(11, 16))
      if (woken.length < 3) clock.schedule({ due: clock.now + 600_000, kind: 'again' })
    }
    expect(woken).toEqual(['09:10', '09:20', '09:30'])
  })
})

test('a rewind brings back the time and what was scheduled', () => {
  const kept = remind(10)
  const mark = store.history.mark()
  remind(5)
  wakeUntil(nine + 3_600_000)
  store.history.rewind(mark)
  expect([clock.now, clock.pending().map((timer) => timer.id)]).toEqual([nine, [kept]])
})

test('a fork has a time of its own', () => {
  remind(10)
  const twin = new WorldClock(store.fork())
  twin.moveTo(nine + 5)
  twin.cancel(1)
  expect([clock.now, clock.pending().length]).toEqual([nine, 1])
})
