import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { PATCHES } from '../../test/prove/patches'
import type { Chapter } from './chapters'
import { CONTRACT_TESTERS } from './environments/contract-testers'
import { CONSUMERS } from './environments/generators'
import { PROJECTS } from './environments/projects'
import { PLACES } from './matrix/places'
import { GROUPS } from './mutation/groups'
import type { Verdict } from './mutation/play'
import { type Ended, run } from './process'
import { RIVALS } from './rivals/rivals'

/** Results of all turns, one file for each; of this machine, and of others after `prove merge`. */
export const FOLDER = 'prove'

/** The sources without a mistake, where nothing may be found: otherwise whatever is found says nothing. */
export const UNCHANGED = 'no mistake'

/** The least that is played, and played again: a file of tests, with a seed where the chapter draws, or a mistake. */
export interface Turn {
  readonly chapter: Chapter
  readonly file: string
  readonly seed: number | undefined
}

export interface Result {
  readonly chapter: string
  readonly file: string
  readonly seed: number | null
  readonly steps: number
  readonly commit: string
  /** ISO 8601. */
  readonly date: string
  readonly node: string
  /** Its cores and their model; early results have none. */
  readonly processor?: string
  readonly tests: number
  readonly failed: readonly string[]
  readonly seconds: number
  /** What found the mistake that was planted: the first test that failed. */
  readonly foundBy?: { readonly tests?: string; readonly simulation?: string }
  /** The seconds that the simulation had to find it. */
  readonly budget?: number
  /** What the checks of a rival came to, and the milliseconds of its work. */
  readonly checks?: Readonly<Record<string, string>>
  readonly times?: Readonly<Record<string, number>>
  /** The packages of a rival that were installed, and their versions. */
  readonly versions?: Readonly<Record<string, string>>
  /** The digests of the traffic by time zone and locale, or why there is none. */
  readonly digests?: Readonly<Record<string, string>>
  /** What its tests have counted, by name. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** What became of each mutant of the file, and the hashes of the file and of the tests that were played. */
  readonly mutants?: readonly Verdict[]
  readonly hashes?: Readonly<Record<string, string>>
}

const NOTHING = 'nothing was played: CONTRIBUTING.md says what it needs'

/** Where this process plays. */
export const PLAYED_ON: Pick<Result, 'node' | 'processor'> = {
  node: process.version,
  processor: `${cpus().length} cores of ${cpus()[0]?.model.trim()}`,
}

/** The parts of the JSON of vitest that count here. */
interface Told {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export const resultFile = ({ chapter, file, seed }: Turn, folder = FOLDER): string =>
  join(
    folder,
    `${[chapter.name, file.replaceAll(/[/ ]/g, '-'), ...(seed === undefined ? [] : [seed])].join('.')}.json`,
  )

export const readResults = (folder: string): Result[] =>
  filesOfResults(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result)

const filesOfResults = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []

/** Takes the results of other machines beside those of this one. Of two results of a turn the later counts. */
export function merge(from: readonly string[], into: string): void {
  mkdirSync(into, { recursive: true })
  const dateOf = (path: string): string =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Result).date : ''
  for (const folder of from)
    for (const name of filesOfResults(folder)) {
      const [theirs, own] = [join(folder, name), join(into, name)]
      if (dateOf(theirs) > dateOf(own)) cpSync(theirs, own)
    }
}

/** Files as they are, and those in folders that end so. */
export const filesIn = (paths: readonly string[], ending: string): string[] =>
  paths.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith(ending))
          .map((name) => join(path, name))
          .sort(),
  )

/** The turns of the chapters that are no runs of tests. */
const NAMES: Readonly<Record<NonNullable<Chapter['own']>, readonly string[]>> = {
  rivals: RIVALS.map(({ name }) => name),
  environments: PROJECTS.map(({ name }) => name),
  consumers: CONSUMERS.map(({ name }) => name),
  matrix: PLACES.map(({ name }) => name),
  patches: [...PATCHES.map(({ name }) => name), UNCHANGED],
  mutation: GROUPS.flatMap(({ sources }) => filesIn(sources, '.ts')),
}

/** The turns of a chapter: those of one seed, of as many as it usually plays, or, with a budget, without end. */
export function* turnsOf(chapter: Chapter, seed: number | undefined, isEndless: boolean): Generator<Turn> {
  if (!chapter.drawn) {
    const names = chapter.own ? NAMES[chapter.own] : filesIn(chapter.files, '.test.ts')
    for (const name of drawn(names, chapter.sample, seed)) yield { chapter, file: name, seed: undefined }
    return
  }
  const last = seed ?? (isEndless ? Number.POSITIVE_INFINITY : chapter.drawn.seeds)
  for (let next = seed ?? 1; next <= last; next += 1)
    for (const file of filesIn(chapter.files, '.test.ts')) yield { chapter, file, seed: next }
}

/** They are left to the whole chapter. */
const TAKE_MINUTES: ReadonlySet<string> = new Set(CONTRACT_TESTERS.map(({ name }) => name))

/** So many of the names as the seed draws them; all without one. */
function drawn(
  names: readonly string[],
  count: number | undefined,
  seed: number | undefined,
): readonly string[] {
  if (seed === undefined || count === undefined) return names
  const lot = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return names
    .filter((name) => !TAKE_MINUTES.has(name))
    .sort((a, b) => (lot(a) < lot(b) ? -1 : 1))
    .slice(0, count)
}

/** Plays a turn in a process of its own and writes its result. */
export async function play(turn: Turn, commit: string): Promise<Result> {
  const { chapter, file, seed } = turn
  mkdirSync(FOLDER, { recursive: true })
  const [report, counts] = ['tests', 'counts'].map((kind) => resolve(`${resultFile(turn)}.${kind}`)) as [
    string,
    string,
  ]
  const environment = {
    ...process.env,
    PROVE: '1',
    COUNTS: counts,
    ...chapter.drawn?.environment,
    ...(chapter.drawn && { [chapter.drawn.variable]: String(seed) }),
  }
  const started = performance.now()
  const played = async (): Promise<Ended & { told: Told | undefined }> => {
    for (const file of [report, counts]) rmSync(file, { force: true })
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', file, ...reportTo(report)]
    return { ...(await run(process.execPath, vitest, { env: environment })), told: readTold(report) }
  }
  const first = await played()
  // On a loaded machine a process may end before it has played anything.
  const { text, code, told } = first.told?.testResults.length ? first : await played()
  const failed = failuresOf(told)
  const isSound = code === 0 && told !== undefined
  const tests = (told?.numPassedTests ?? 0) + (told?.numFailedTests ?? 0)
  const result: Result = {
    chapter: chapter.name,
    file,
    seed: seed ?? null,
    steps: chapter.drawn?.steps ?? 0,
    commit,
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests,
    // A file that skips all its tests, because something is not installed here, has shown nothing.
    failed: failed.length > 0 || (isSound && tests > 0) ? failed : [isSound ? NOTHING : 'the run itself'],
    seconds: Math.round((performance.now() - started) / 1000),
    ...(existsSync(counts) && { counts: countsIn(readFileSync(counts, 'utf8')) }),
  }
  writeResult(turn, result)
  if (result.failed.length > 0) console.log(text)
  return result
}

/** The sums of what was counted under each name. */
function countsIn(lines: string): NonNullable<Result['counts']> {
  const sums: Record<string, Record<string, number>> = {}
  for (const line of lines.trim().split('\n')) {
    const { name, counts } = JSON.parse(line) as { name: string; counts: Record<string, number> }
    sums[name] ??= {}
    const own = sums[name]
    for (const [what, count] of Object.entries(counts)) own[what] = (own[what] ?? 0) + count
  }
  return sums
}

export function writeResult(turn: Turn, result: Result, folder = FOLDER): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(resultFile(turn, folder), `${JSON.stringify(result, null, 2)}\n`)
}

/** The arguments with which vitest tells what it found, in a file too. */
export const reportTo = (file: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${file}`,
]

/** The files that failed, by a test or because they could not be read. */
export const filesOfFailures = (told: Told | undefined): string[] =>
  (told?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)

/** The names of the tests that failed. */
export const failuresOf = (told: Told | undefined): string[] =>
  (told?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )

export function readTold(report: string): Told | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Told
  } catch {
    // The process ended before it could write.
    return undefined
  }
}

/** With ` and more` where the sources had been changed. */
export const shortCommit = (commit: string): string => `${commit.slice(0, 9)}${commit.slice(40)}`

/** Whether a shard plays the turn at that place, from 0. */
export const isOfShard = ([part, parts]: readonly [part: number, parts: number], index: number): boolean =>
  index % parts === part - 1
