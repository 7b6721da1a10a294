import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateByPrice } from '../../src/engine/recognition/pricing'
import { recognitionSchedule, type ScheduledAmount } from '../../src/engine/recognition/schedule'
import { billingInstalments, tieredAmount } from '../../src/engine/recognition/usage'
import type { ContractFrequency } from '../../src/engine/schema/contract-fields'
import { allocate, allocateCumulatively, decimal, spreadBy, sum, zero } from '../../src/kernel/money'
import { addDays } from '../../src/kernel/plain-date'
import { naiveSchedule, type TimeBased } from './naive-schedule'
import { round, spread } from './schedule-words'

const TIME_BASED = ['straight_line', 'straight_line_start_end_even', 'daily_prorata'] as const

const cents = (most: number) =>
  fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: most })).map((n) => decimal(n).div(100))

/** Month ends, leap days and whatever else there is. */
const start = fc.oneof(
  fc.constantFrom('2024-01-31', '2024-02-29', '2023-12-31', '2025-01-01', '2100-02-28', '1999-08-31'),
  fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days)),
)
const MOST_DAYS: Readonly<Record<ContractFrequency, number>> = {
  daily: 90,
  weekly: 500,
  monthly: 1500,
  annually: 6000,
}

const term = fc
  .record({
    start,
    frequency: fc.constantFrom<ContractFrequency>('daily', 'weekly', 'monthly', 'annually'),
    interval: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 14 })),
    anchorWeekday: fc.option(fc.integer({ min: 0, max: 6 })),
    length: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ start, length, ...rhythm }) => {
    const days = Math.floor(length * length * MOST_DAYS[rhythm.frequency])
    return { start, end: addDays(start, days), rhythm }
  })

const time = fc.constantFrom('in-advance' as const, 'in-arrears' as const)

/** Adds up to the cent, in order, within the term, nothing below a cent. */
function expectSound(schedule: readonly ScheduledAmount[], net: string, from: string, until: string): void {
  expect(sum(schedule.map(({ amount }) => amount)).toFixed(2)).toBe(net)
  expect(schedule.some(({ amount }) => amount.lt('0.01'))).toBe(false)
  expect(schedule.every(({ amount }) => amount.eq(amount.toFixed(2)))).toBe(true)
  const dates = schedule.map(({ date }) => date)
  expect(dates).toEqual([...new Set(dates)].sort())
  expect(dates.every((date) => date >= from && date <= until)).toBe(true)
}

const SEED = Number(process.env.SCHEDULES_SEED ?? randomInt(2 ** 31))
console.log(`schedules: SCHEDULES_SEED=${SEED} npx vitest run test/recognition/schedules.property.test.ts`)

function holds<Drawn>(promise: string, property: fc.IProperty<Drawn>): void {
  const check = (seed: number) => fc.assert(property, { seed, numRuns: 200 })
  test(promise, () => check(SEED))
}

holds(
  'what is recognised over time equals what one gets day by day',
  fc.property(
    fc.constantFrom<TimeBased>(...TIME_BASED),
    cents(10_000_000),
    term,
    (strategy, net, { start, end, rhythm }) => {
      const terms = { start, end, rhythm, unitStart: 'calendar' as const, milestones: [], releaseDate: null }
      const found = recognitionSchedule(strategy, net, terms, spread)
      expectSound(found, net.toFixed(2), start, end)
      expect(found.map(({ date, amount }) => ({ date, cents: BigInt(amount.times(100).toFixed()) }))).toEqual(
        naiveSchedule(strategy, BigInt(net.times(100).toFixed()), start, end, rhythm),
      )
    },
  ),
)

holds(
  'what is recognised at once is sound, too',
  fc.property(
    fc.constantFrom('immediate' as const, 'deposit_release' as const),
    cents(10_000_000),
    term,
    fc.boolean(),
    (strategy, net, { start, end, rhythm }, isReleased) => {
      const terms = {
        start,
        end,
        rhythm,
        unitStart: 'calendar' as const,
        milestones: [],
        releaseDate: isReleased ? start : null,
      }
      expectSound(recognitionSchedule(strategy, net, terms, spread), net.toFixed(2), start, end)
    },
  ),
)

holds(
  'milestones add up once all are achieved, in whatever order, and each keeps its amount',
  fc.property(
    cents(10_000_000),
    fc.array(fc.record({ share: cents(10_000), days: fc.nat(400) }), { minLength: 1, maxLength: 8 }),
    fc.func(fc.boolean()),
    term,
    fc.constantFrom('last' as const, 'cumulative' as const),
    (net, drawn, isAchieved, { start, end, rhythm }, remainder) => {
      const all = drawn.map(({ share, days }) => ({ share, achievedDate: addDays(start, days) }))
      const some = all.map((one, index) => (isAchieved(index) ? one : { ...one, achievedDate: null }))
      const schedule = (milestones: typeof some) =>
        recognitionSchedule(
          'milestone',
          net,
          { start, end, rhythm, unitStart: 'calendar' as const, milestones, releaseDate: null },
          spreadBy(remainder, round),
        )
      expect(sum(schedule(all).map(({ amount }) => amount)).eq(net)).toBe(true)
      const one = (index: number) =>
        all.map((each, at) => (at === index ? each : { ...each, achievedDate: null }))
      const apart = some.flatMap(({ achievedDate }, index) => (achievedDate ? schedule(one(index)) : []))
      expect(schedule(some)).toEqual(apart)
    },
  ),
)

holds(
  'instalments are sound, and equal up to the last',
  fc.property(cents(10_000_000), term, fc.boolean(), time, (net, { start, end, rhythm }, hasEnd, time) => {
    const found = billingInstalments(net, { start, end: hasEnd ? end : null, rhythm, time }, spread)
    expectSound(found, net.toFixed(2), start, hasEnd ? end : addDays(start, 6))
    const [first, ...others] = found.slice(0, -1).map(({ amount }) => amount.toFixed(2))
    if (net.gt(100)) expect(others.every((amount) => amount === first)).toBe(true)
  }),
)

holds(
  'cumulated parts are never more than half a cent away from their share, and add up',
  fc.property(
    cents(10_000_000),
    fc.boolean(),
    fc.array(cents(100_000), { minLength: 1, maxLength: 40 }),
    (amount, isNegative, weights) => {
      const total = isNegative ? amount.neg() : amount
      const parts = allocateCumulatively(total, weights, round)
      const whole = sum(weights)
      expect(parts.every((part) => part.eq(0) || part.lt(0) === isNegative)).toBe(true)
      expect(sum(parts).eq(total)).toBe(true)
      for (const index of weights.keys()) {
        if (whole.eq(0)) continue
        const share = total.times(sum(weights.slice(0, index + 1))).div(whole)
        expect(
          sum(parts.slice(0, index + 1))
            .minus(share)
            .abs()
            .lte('0.005'),
        ).toBe(true)
      }
    },
  ),
)

holds(
  'parts add up, whatever the weights and the sign',
  fc.property(
    cents(10_000_000),
    fc.boolean(),
    fc.array(cents(100_000), { minLength: 1, maxLength: 40 }),
    (amount, isNegative, weights) => {
      const total = isNegative ? amount.neg() : amount
      const parts = allocate(total, weights, round)
      expect(sum(parts).eq(total)).toBe(true)
      expect(parts).toHaveLength(weights.length)
      expect(parts.every((part) => part.eq(0) || part.lt(0) === isNegative)).toBe(true)
      expect(allocate(total.neg(), weights, round).map((part) => part.neg().toFixed(2))).toEqual(
        parts.map((part) => part.toFixed(2)),
      )
    },
  ),
)

holds(
  'allocation moves amounts and makes none',
  fc.property(
    fc.array(
      fc.record({
        net: cents(1_000_000),
        standalonePrice: fc.option(cents(100_000), { freq: 8 }),
        quantity: fc.integer({ min: 0, max: 50 }).map(decimal),
        isUsage: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
    (obligations) => {
      const allocated = allocateByPrice(obligations, round)
      expect(sum(allocated).eq(sum(obligations.map(({ net }) => net)))).toBe(true)
      expect(allocated.every((amount) => !amount.lt(0))).toBe(true)
      for (const [index, { isUsage, net }] of obligations.entries())
        if (isUsage) expect(allocated[index]).toEqual(net)
    },
  ),
)

holds(
  'tiers do not care how usage is cut into records',
  fc.property(
    fc.array(fc.record({ span: fc.integer({ min: 1, max: 200 }), rate: cents(500) }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.array(fc.integer({ min: -30, max: 120 }), { maxLength: 12 }),
    (drawn, quantities) => {
      let reach = 0
      const tiers = drawn.map(({ span, rate }, index) => {
        reach += span
        return { upTo: index === drawn.length - 1 ? null : decimal(reach), rate }
      })
      let before = zero
      const amounts = quantities.map((quantity) => {
        const amount = tieredAmount(tiers, before, decimal(quantity), round)
        before = before.plus(quantity)
        return amount
      })
      expect(sum(amounts).eq(tieredAmount(tiers, zero, before, round))).toBe(true)
    },
  ),
)
