import { warnOnce } from '../../host-time/warn-once'
import type { Fault, Faults, Simulator, TrafficEntry } from '../../index'

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

/**
 * Notes what a test leaves in simulators that are not its own: faults that could hit nothing, and of its forks what
 * `leftBehind` tells. The function that it returns ends this, and lists it.
 */
export function watchElsewhere(
  simulator: Simulator,
  isByTest: () => boolean,
): (hasFailed: boolean) => string[] {
  everJudged.add(simulator.faults)
  const watched = [watchFaults, watchMade].map((watch) => watch(simulator, isByTest))
  return (hasFailed) => watched.flatMap((end) => end(hasFailed))
}

interface Made {
  readonly one: Pick<WeakRef<Simulator>, 'deref'>
  /** The scenarios that it began with. */
  readonly plays: number
}

/** Tests may make very many. Of the first ones, what they leave does not depend on when memory is collected. */
const KEPT = 100
const kept = (one: Simulator): Made['one'] => ({ deref: () => one })

/** Forks and simulators that a test makes. */
function watchMade(simulator: Simulator, isByTest: () => boolean): (hasFailed: boolean) => string[] {
  const { parts, traffic, faults, baseUrl } = simulator
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
  const before = traffic.at(-1)?.sequence ?? 0
  return (hasFailed) => {
    parts.births.delete(hear)
    const others = made.flatMap(({ one, plays }) => {
      const other = one.deref()
      return other && !everJudged.has(other.faults) && !other.faults.mayMiss ? [{ other, plays }] : []
    })
    const got = traffic.since(before).length
    // A test that looks at both compares them.
    const isBlind = got > 0 && parts.recorder.log.readAt === undefined
    const doubts = others.some(
      ({ other }) =>
        isBlind && other.faults.family !== faults.family && other.baseUrl === baseUrl && isEmpty(other),
    )
      ? [
          `the test looked at a simulator that it had made, which got nothing, and not at its own, which got ${got} ` +
            `request${got === 1 ? '' : 's'}: is it the right one?`,
        ]
      : []
    if (!hasFailed) for (const doubt of doubts) warnOnce(doubt)
    const undone = others.flatMap(({ other, plays }) =>
      other.faults.family === faults.family ? undoneIn(other, plays) : [],
    )
    return hasFailed ? [...undone, ...doubts] : undone
  }
}

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
 * Notes the faults that a test injects into other simulators. The function that it returns ends this, and lists those
 * that could hit nothing: a fork that got no request, while the simulator of the test did. A test may mean to ask
 * others for something else, so of what they got instead a test that passed is only warned, and not at all of a
 * simulator with another address: that is another system.
 */
function watchFaults(simulator: Simulator, isByTest: () => boolean): (hasFailed: boolean) => string[] {
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
  return (hasFailed) => {
    faults.listeners.delete(hear)
    const place = judged.indexOf(faults)
    if (place >= 0) judged.splice(place, 1)
    const got = traffic.since(before).length
    const idle = injected.filter(
      ({ others, fault: { id } }) => !others.mayMiss && missed(others).some((one) => one.id === id),
    )
    const isUnasked = ({ others, asked }: Elsewhere): boolean =>
      got > 0 && others.family === faults.family && others.asked === asked
    const doubts = idle
      .filter((one) => !isUnasked(one) && one.others.baseUrl === faults.baseUrl)
      .flatMap(({ fault, last }) => doubtOf(fault, traffic.since(last)))
    if (!hasFailed) for (const doubt of doubts) warnOnce(doubt)
    const complaints = idle
      .filter(isUnasked)
      .map(
        ({ fault: { id, on, effect } }) =>
          `fault ${id} on ${on} was injected into a fork, which got no request afterwards, while the simulator of ` +
          `the test got ${got}: ${JSON.stringify(effect)}`,
      )
    return hasFailed ? [...complaints, ...doubts] : complaints
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

/** Lists the faults from before the tests that none of them has used. */
export const unusedFaults = ({ faults }: Simulator, used: ReadonlySet<number>): string[] =>
  missed(faults)
    .filter(({ id }) => !used.has(id))
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on}, injected before the tests, hit nothing in any of them: ${JSON.stringify(effect)}`,
    )
