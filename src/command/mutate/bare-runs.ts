import { countText } from '../../kernel/count-text'
import { didYouMean } from '../../kernel/nearest-name'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import type { RequestChannel } from '../../service/mutants/mutant-fact'
import { MUTANT_NAMES } from '../../service/mutants/mutant-kinds'
import { realTimeText } from './real-time-text'
import type { JudgedRun } from './run'
import type { TestEnds } from './test-ends'

/** The facts that the runs without a mutant show. */
export interface BareRuns {
  /** Real milliseconds of the slowest that only sent requests as they are. */
  readonly duration: number
  /** Tests that failed in some runs, and not in all. */
  readonly unstable: readonly string[]
  readonly requests: Readonly<Record<RequestChannel, number>>
  readonly seen: readonly Mutant[]
  readonly runs: readonly JudgedRun[]
  readonly ends: readonly TestEnds[]
  /** Tests that may fail: the command was green all the same. */
  readonly mayFail: ReadonlySet<string>
  /** Tests that may fail, as far as their file tells. */
  readonly doubtful: ReadonlySet<string>
  /** The runner of a test that has no `expect`. */
  runnerOf(test: string | null): string | undefined
}

/** The tests of each simulator that this one used, too: one may show what another did. */
export const sharingWith = ({ ends }: BareRuns, test: string | null): (string | null)[] =>
  ends.flatMap(({ shared }) => shared.flatMap((tests) => (tests.has(test) ? [...tests] : [])))

/** A short run may take longer than three times as long, because the machine is busy. */
const LEAST_GRACE = 5000
const SLOWDOWN = 3
/** Runs side by side take longer. */
export const mutantTimeLimit = ({ duration }: BareRuns, atOnce: number): number =>
  Math.max(duration * SLOWDOWN, duration + LEAST_GRACE) * atOnce

const LAST_LINES = 15

export const lastLines = (said: string): string => said.trimEnd().split('\n').slice(-LAST_LINES).join('\n')

/** @throws Error with a message for the terminal, if no mutant can be judged by such runs */
export function readBareRuns(given: readonly JudgedRun[], onlyKey: string | undefined): BareRuns {
  const mayFail = new Set(given.flatMap(mayFailIn))
  const doubtful = new Set(given.flatMap(doubtfulIn))
  const runs = given.map((run) => withoutThose(run, { mayFail, doubtful }))
  const facts = runs.flatMap((run) => run.facts)
  const late = runs.find(({ isLate }) => isLate)
  if (late) throw new Error('the command did not come to an end by itself: does it watch for changes?')
  const unstable = unstableIn(runs)
  if (!facts.some(({ simulator }) => simulator))
    throw new Error(
      'the command started no simulator of this version: mutants change the requests that a simulator gets in it, ' +
        'by createSimulator, useSimulator or serve of Node. A service that runs beforehand does not count, nor do ' +
        'simulators inside of browser pages, which cannot write files',
    )
  const keys = new Set(facts.flatMap(({ key }) => key ?? []))
  if (onlyKey !== undefined && !keys.has(onlyKey))
    throw new Error(
      `--only-key ${onlyKey}: no request has that key${didYouMean(onlyKey, keys)}; there are ` +
        [...keys].sort().join(', '),
    )
  const requests: Record<RequestChannel, number> = { msw: 0, serve: 0, fetch: 0, direct: 0 }
  for (const { request } of runs.at(-1)?.facts ?? []) if (request) requests[request] += 1
  const seen = facts.flatMap((fact) => fact.seen ?? [])
  if (seen.length === 0) throw new Error(nothingToChange(requests))
  const timed = runs.filter((run) => !isPredicting(run))
  const duration = Math.max(...(timed.length > 0 ? timed : runs).map((run) => run.duration))
  const ends = runs.map((run) => run.ends)
  return {
    duration,
    unstable,
    requests,
    seen: inOrder(seen),
    runs,
    ends,
    mayFail,
    doubtful,
    runnerOf: runnerIn(facts),
  }
}

/** Copies of the world take time, which a run with a mutant does not take. */
export const isPredicting = ({ facts }: JudgedRun): boolean => facts.some(({ foresees }) => foresees)

/** Tests whose failure leaves the command green. */
export const mayFailIn = ({ isGreen, failed }: JudgedRun): readonly string[] => (isGreen ? failed : [])

const doubtfulIn = ({ tests }: JudgedRun): readonly string[] =>
  [...tests].flatMap(([name, { mayFail }]) => (mayFail ? [name] : []))

/** The run, where failures of tests that may fail say nothing, nor doubtful ones beside others. */
export function withoutThose(
  run: JudgedRun,
  { mayFail, doubtful }: Pick<BareRuns, 'mayFail' | 'doubtful'>,
): JudgedRun {
  const failed = run.failed.filter((name) => !mayFail.has(name))
  const sure = failed.filter((name) => !doubtful.has(name))
  return { ...run, failed: sure.length > 0 ? sure : failed }
}

/** A command may have several runners. */
function runnerIn(facts: JudgedRun['facts']): BareRuns['runnerOf'] {
  const tests = facts.flatMap(({ test }) => test ?? [])
  const runners = new Map<string | null, string | undefined>()
  for (const { name, file, runner } of tests) for (const one of [name, file ?? name]) runners.set(one, runner)
  const all = new Set(runners.values())
  const [only] = all.size === 1 ? all : []
  return (test) => (runners.has(test) ? runners.get(test) : only)
}

export const bugsIn = ({ facts }: JudgedRun): string =>
  countText(new Set(facts.flatMap(({ seen }) => (seen ? [mutantText(seen)] : []))).size, 'bug')

interface ShortBudget {
  readonly budget: number
  /** Real milliseconds. */
  readonly left: number
  /** The number of runs without a mutant that there will be. */
  readonly of: number
}

/** The first run may be slow, because nothing is in the machine's memory yet. */
const FASTER_LATER = 2

/**
 * The budget must be enough for the runs without a mutant and for one with it.
 * @throws Error with a message for the terminal, as soon as that is known
 */
export function refuseShortBudget(runs: readonly JudgedRun[], { budget, left, of }: ShortBudget): void {
  const fastest = Math.min(...runs.map(({ duration }) => duration))
  const isLate = runs.some((run) => run.isLate)
  const toCome = of - runs.length + 1
  if (!isLate && left > (toCome * fastest) / FASTER_LATER) return
  if (!Number.isFinite(budget)) return
  const [first] = runs as readonly [JudgedRun]
  const times = runs.map(({ duration }) => realTimeText(duration)).join(', ')
  const isKnown = !(isLate && runs.length === 1) && first.facts.some(({ seen }) => seen)
  const bugs = isKnown ? `each of ${bugsIn(first)}` : 'each bug'
  throw new Error(
    `--budget ${realTimeText(budget)} is too short, so no bug was played and NOTHING IS JUDGED: ` +
      `${countText(runs.length, 'run')} without a bug took ${times}` +
      `${isLate ? ', when the budget ended' : ''}. There are ${of} such runs, and ${bugs} takes up to three more. ` +
      'Give a larger budget, wait until the machine is less busy, or run fewer tests (one file), fewer bugs (--only) ' +
      'or a share of them (--shard)',
  )
}

const nothingToChange = ({ direct }: BareRuns['requests']): string =>
  `no request is the program's, so there is nothing to change: ${
    direct === 0
      ? 'the simulators of the command got none'
      : `all ${direct} were sent by simulator.fetch(...), which counts as a test's own call. Hand the function ` +
        'itself to the program, { fetch: simulator.fetch }, or name the key that the program uses with --only-key'
  }`

/** @throws Error with a message for the terminal, if the command fails without a mutant */
function unstableIn(runs: readonly JudgedRun[]): string[] {
  const red = runs.filter(({ isGreen }) => !isGreen)
  const [first] = red
  if (!first) return []
  const always = first.failed.filter((name) => runs.every(({ failed }) => failed.includes(name)))
  const tail = lastLines(first.said)
  if (red.length === runs.length || always.length > 0)
    throw new Error(`the command is not green without a mutant (exit status ${first.status}):\n${tail}`)
  if (red.some(({ failed }) => failed.length === 0))
    throw new Error(
      `the command was green in ${runs.length - red.length} of ${runs.length} runs without a mutant, so a red run ` +
        `says nothing, and its simulators do not know which test failed:\n${tail}`,
    )
  return [...new Set(red.flatMap(({ failed }) => failed))].sort()
}

/** Each once: one of each kind after the other, so that a budget that ends early has played something of all. */
function inOrder(seen: readonly Mutant[]): Mutant[] {
  const unique = new Map<string, Mutant>()
  const byText = [...seen].sort(
    (a, b) => setUpRank(a) - setUpRank(b) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
  )
  for (const one of byText) if (!unique.has(mutantText(one))) unique.set(mutantText(one), one)
  const kinds = MUTANT_NAMES.map((id) => [...unique.values()].filter(({ kind }) => kind === id))
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }).flatMap((_, at) => kinds.flatMap((ofKind) => ofKind[at] ?? []))
}

/** 1 for a webhook, which is registered once in the life of an integration, so that it comes last. */
const setUpRank = ({ operation }: Mutant): number => Number(operation.includes('/webhooks/'))

/** The targets that were asked for. @throws Error with a message for the terminal, for one that is not there */
export function chosenMutants(seen: readonly Mutant[], only: readonly Mutant[]): Mutant[] {
  if (only.length === 0) return [...seen]
  const all = only.map((wanted) => ({ wanted, found: seen.filter((one) => isMeant(one, wanted)) }))
  for (const { wanted, found } of all) {
    if (found.length > 0) continue
    const text = mutantText(wanted)
    const names = seen.filter(({ kind }) => kind === wanted.kind).map((one) => mutantText(one))
    const known =
      names.length === 0 ? 'no request of the command can have it' : `there are ${names.join(', ')}`
    throw new Error(
      `--only ${text} is not among the mutants of this command${didYouMean(text, names)}; ${known}`,
    )
  }
  const found = new Set(all.flatMap((one) => one.found))
  return seen.filter((one) => found.has(one))
}

const isMeant = ({ kind, operation, member }: Mutant, wanted: Mutant): boolean =>
  kind === wanted.kind &&
  (wanted.operation === '' || wanted.operation === operation) &&
  (wanted.member === '' || wanted.member === member)
