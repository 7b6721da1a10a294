import type { Fault, Faults, Simulator, TrafficEntry } from '../../index'
import { takenAway } from './taken-away'
import type { TestAtHand, Watch } from './test-at-hand'

/** The faults of simulators whose tests run: each test answers for its own. */
const judged: Faults[] = []
/** Those of tests that may have ended. */
const everJudged = new WeakSet<Faults>()

interface Elsewhere {
  readonly others: Faults
  readonly fault: Fault
  /** The requests that its simulator had got before. */
  readonly asked: number
  /** The last request that the simulator of the test had got before. */
  readonly last: number
}

interface Made {
  readonly one: Pick<WeakRef<Simulator>, 'deref'>
  /** The scenarios that it began with. */
  readonly plays: number
}

/** Tests may make very many. Of the first ones, what they leave does not depend on when memory is collected. */
const KEPT = 100
const kept = (one: Simulator): Made['one'] => ({ deref: () => one })

/** Forks and simulators that a test makes: what it leaves undone in its forks, and looked at in the wrong one. */
function madeElsewhere({ simulator, isByTest = () => true }: TestAtHand): Watch {
  const { parts, traffic, faults } = simulator
  const made: Made[] = []
  const hear = (born: object): void => {
    const one = born as Simulator
    // Those of explorations are marked when they have been made.
    if (made.at(-1)?.one.deref()?.faults.mayMiss) made.pop()
    if (!isByTest() || one.faults.mayMiss) return
    const plays = one.parts.scenarios.all.length
    made.push({ one: made.length < KEPT ? kept(one) : new WeakRef(one), plays })
  }
  parts.births.add(hear)
  everJudged.add(faults)
  const before = traffic.at(-1)?.sequence ?? 0
  return {
    end() {
      parts.births.delete(hear)
      const others = made.flatMap(({ one, plays }) => {
        const other = one.deref()
        return other && !everJudged.has(other.faults) && !other.faults.mayMiss ? [{ other, plays }] : []
      })
      const simulators = others
        .map(({ other }) => other)
        .filter(({ baseUrl }) => baseUrl === simulator.baseUrl)
      const got = traffic.since(before).length
      return {
        problems: others.flatMap(({ other, plays }) =>
          other.faults.family === faults.family ? undoneIn(other, plays) : [],
        ),
        doubts: lookedAtElsewhere(simulator, simulators, got),
      }
    },
  }
}

/** A test that looks at both compares them. */
const lookedAtElsewhere = (
  { faults, parts }: Simulator,
  others: readonly Simulator[],
  got: number,
): string[] =>
  got > 0 &&
  parts.recorder.log.readAt === undefined &&
  others.some((other) => other.faults.family !== faults.family && isEmpty(other))
    ? [
        `the test looked at a simulator that it had made, which got nothing, and not at its own, which got ${got} ` +
          `request${got === 1 ? '' : 's'}: is it the right one?`,
      ]
    : []

/** It was looked at, and nobody has asked it for anything since it began with a preset world. */
const isEmpty = ({ timeline, parts: { recorder, settings } }: Simulator): boolean =>
  recorder.log.readAt !== undefined && timeline.length === 0 && typeof settings.world === 'string'

/** An expectation that was not met, and an advance that nobody awaited. @param plays those that it began with */
const undoneIn = ({ parts }: Simulator, plays: number): string[] =>
  [
    ...parts.scenarios.problems
      .filter(({ play, side }) => play > plays && side === 'fired')
      .map(({ text }) => text),
    ...(parts.time.isAdvancing ? parts.unfinished('all').slice(-1) : []),
  ].map((text) => `in a fork, ${text}`)

/**
 * Faults that a test injects into other simulators, and that could hit nothing: a fork that got no request, while the
 * simulator of the test did. A test may mean to ask others for something else, so of what they got instead a test that
 * passed is only warned, and not at all of a simulator with another address: that is another system.
 */
function faultsElsewhere({ simulator, isByTest = () => true }: TestAtHand): Watch {
  const { faults, traffic } = simulator
  const injected: Elsewhere[] = []
  const lastOfTest = (): number => traffic.at(-1)?.sequence ?? 0
  const before = lastOfTest()
  const hear = (others: Faults, fault: Fault): void => {
    if (!judged.includes(others) && !others.mayMiss && isByTest())
      injected.push({ others, fault, asked: others.asked, last: lastOfTest() })
  }
  judged.push(faults)
  faults.listeners.add(hear)
  return {
    end() {
      faults.listeners.delete(hear)
      const place = judged.indexOf(faults)
      if (place >= 0) judged.splice(place, 1)
      const got = traffic.since(before).length
      const idle = injected.filter(
        ({ others, fault: { id } }) => !others.mayMiss && missed(others).some((one) => one.id === id),
      )
      const isUnasked = ({ others, asked }: Elsewhere): boolean =>
        got > 0 && others.family === faults.family && others.asked === asked
      return {
        problems: idle
          .filter(isUnasked)
          .map(
            ({ fault: { id, on, effect } }) =>
              `fault ${id} on ${on} was injected into a fork, which got no request afterwards, while the simulator ` +
              `of the test got ${got}: ${JSON.stringify(effect)}`,
          ),
        doubts: idle
          .filter((one) => !isUnasked(one) && one.others.baseUrl === faults.baseUrl)
          .flatMap(({ fault, last }) => doubtOf(fault, traffic.since(last))),
      }
    },
  }
}

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

/** Faults that were meant to hit something and did not: not those of chance, or for as long as the world is there. */
const missed = (faults: Faults): Fault[] =>
  faults
    .unfired()
    .filter(
      ({ id, selection, remaining }) =>
        selection.probability === null && remaining !== Number.POSITIVE_INFINITY && !faults.hasHit(id),
    )

/** A test is told of them where it is known what it does, and when it has ended. */
export const IN_PROCESS = [faultsElsewhere, madeElsewhere, takenAway]

/** Lists the faults from before the tests that none of them has used. */
export const unusedFaults = ({ faults }: Simulator, used: ReadonlySet<number>): string[] =>
  missed(faults)
    .filter(({ id }) => !used.has(id))
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on}, injected before the tests, hit nothing in any of them: ${JSON.stringify(effect)}`,
    )
