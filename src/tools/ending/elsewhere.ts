import type { Fault, Simulator, TrafficEntry } from '../../index'
import { countText } from '../../kernel/count-text'
import { internalsOf, type PARTS } from '../../simulator/internals-of'
import { faultText } from '../fault-text'
import { takenAway } from './taken-away'
import type { TestAtHand, TestObserver } from './test-at-hand'

type Parts = Simulator[typeof PARTS]

/** The simulators whose tests run: each test answers for its own. */
const judged: Parts[] = []
/** The simulators of tests that may have ended. */
const everJudged = new WeakSet<Parts>()

interface Elsewhere {
  readonly other: Parts
  readonly fault: Fault
  /** The last request that the simulator of the test had got before. */
  readonly last: number
}

interface Made {
  readonly one: Pick<WeakRef<Parts>, 'deref'>
  /** The scenarios that it began with. */
  readonly plays: number
}

/** Tests may make very many. Of the first ones, what they leave does not depend on when memory is collected. */
const KEPT = 100
const kept = (one: Parts): Made['one'] => ({ deref: () => one })

/**
 * Watches other simulators than the test's. A test may leave things undone in the forks that it makes, or look at the
 * wrong one. A fault that it injects there could hit nothing if a fork got no request, while the simulator of the test
 * did. A test may mean to ask others for something else, so of what they got instead a test that passed is only warned,
 * and not at all of a simulator with another address: that is another system.
 */
function elsewhere({ simulator, isByTest = () => true }: TestAtHand): TestObserver {
  const { traffic } = simulator
  const parts = internalsOf(simulator)
  const others: Made[] = []
  const faults: Elsewhere[] = []
  const lastOfTest = (): number => traffic.at(-1)?.sequence ?? 0
  const before = lastOfTest()
  judged.push(parts)
  everJudged.add(parts)
  const stopObserving = parts.observers.all.observe({
    made(one) {
      if (!isByTest() || one.purpose.mayMiss) return
      const plays = one.scenarios.all.length
      others.push({ one: others.length < KEPT ? kept(one) : new WeakRef(one), plays })
    },
    injected(fault, other) {
      if (!judged.includes(other) && !other.purpose.mayMiss && isByTest())
        faults.push({ other, fault, last: lastOfTest() })
    },
  })
  return {
    end() {
      stopObserving()
      const place = judged.indexOf(parts)
      if (place >= 0) judged.splice(place, 1)
      const left = others.flatMap(({ one, plays }) => {
        const other = one.deref()
        return other && !everJudged.has(other) ? [{ other, plays }] : []
      })
      const alike = left.map(({ other }) => other).filter((other) => isAtSameAddress(other, parts))
      const got = traffic.since(before).length
      const idle = faults.filter(({ other, fault: { id } }) =>
        other.faults.fates.missed().some((one) => one.id === id),
      )
      const isUnasked = ({ other, fault: { id } }: Elsewhere): boolean => {
        const { fates } = other.faults
        return got > 0 && isOfOneFamily(other, parts) && fates.asked === fates.of(id)?.askedBefore
      }
      return {
        problems: [
          ...idle
            .filter(isUnasked)
            .map(({ fault }) => faultText(fault, ` was injected into a fork, ${toOther(got)}`)),
          ...left.flatMap(({ other, plays }) => (isOfOneFamily(other, parts) ? undoneIn(other, plays) : [])),
        ],
        doubts: [
          ...idle
            .filter((one) => !isUnasked(one) && isAtSameAddress(one.other, parts))
            .flatMap(({ fault, last }) => doubtOf(fault, traffic.since(last))),
          ...lookedAtElsewhere(parts, alike, got),
        ],
      }
    },
  }
}

const isAtSameAddress = (one: Parts, other: Parts): boolean => one.settings.baseUrl === other.settings.baseUrl

const isOfOneFamily = (one: Parts, other: Parts): boolean =>
  one.faults.fates.family === other.faults.fates.family

/** A test that looks at both compares them. */
const lookedAtElsewhere = (own: Parts, others: readonly Parts[], got: number): string[] =>
  got > 0 &&
  own.recorder.log.lastLook === undefined &&
  others.some((other) => !isOfOneFamily(other, own) && isEmpty(other))
    ? [
        `the test looked at a simulator that it had made, which got nothing, and not at its own, which got ` +
          `${countText(got, 'request')}: is it the right one?`,
      ]
    : []

/** It was looked at, and nobody has asked it for anything since it began with a preset world. */
const isEmpty = ({ recorder, settings }: Parts): boolean =>
  recorder.log.lastLook !== undefined && recorder.timeline.length === 0 && typeof settings.world === 'string'

/** An expectation that was not met, and an advance that nobody awaited. @param plays those that it began with */
const undoneIn = (parts: Parts, plays: number): string[] =>
  [
    ...parts.scenarios.problems
      .filter(({ play, side }) => play > plays && side === 'fired')
      .map(({ text }) => text),
    ...(parts.time.isAdvancing ? parts.unfinished('all').slice(-1) : []),
  ].map((text) => `in a fork, ${text}`)

const toOther = (got: number): string =>
  `which got no request afterwards, while the simulator of the test got ${got}`

/** A fault for which a request came, but to the simulator of the test. */
function doubtOf({ id, on, effect }: Fault, got: readonly TrafficEntry[]): string[] {
  const hit = got.find(({ route }) => route !== null && unnamed(route) === unnamed(on))
  if (hit === undefined) return []
  return [
    `fault ${id} on ${on} hit nothing in another simulator; that of the test got #${hit.sequence}: ` +
      JSON.stringify(effect).slice(0, 40),
  ]
}

/** A route with `{}` for each of its parameters. */
const unnamed = (route: string): string => route.replace(/\{[^}]*\}/g, '{}')

/** A test is told of them where it is known what it does, and when it has ended. */
export const IN_PROCESS = [elsewhere, takenAway]

/** Lists the faults from before the tests that none of them has used or cleared. */
export const unusedFaults = ({ faults: { fates } }: Simulator, used: ReadonlySet<number>): string[] =>
  fates
    .missed()
    .filter(({ id }) => !used.has(id))
    .map((one) => faultText(one, ', injected before the tests, hit nothing in any of them'))
