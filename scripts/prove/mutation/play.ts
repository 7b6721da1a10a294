import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainedBy } from '../../../test/prove/equivalent-mutants'
import { copied } from '../copied'
import { filesIn, PLAYED_ON, type Result, resultFile, type Turn, writeResult } from '../turns'
import { type Fate, fatesOf, fileOf } from './fates'
import { GROUPS } from './groups'
import { instrumented, type Mutant } from './instrument'

/** What became of a mutant. */
export interface Verdict extends Omit<Mutant, 'id'>, Fate {
  /** Why no test can find it. */
  readonly reason?: string
}

/** What the rows of all tables are like. */
const TABLES = 'test/worlds/tables.test.ts'

/** The least share of the mutants of a file that has to be killed or explained. */
const SHARE = 0.9

/** Plays the tests of a file's group with each of its mutants. */
export async function mutate(turn: Turn, commit: string): Promise<Result> {
  const started = performance.now()
  const group = GROUPS.find(({ sources }) => filesIn(sources, '.ts').includes(turn.file))
  const tests = [...new Set(filesIn([TABLES, ...(group?.tests ?? [])], '.test.ts'))]
  const folder = await copied()
  const path = join(folder, turn.file)
  const source = readFileSync(path, 'utf8')
  const { text, mutants } = await instrumented(turn.file, source)
  const hashes = Object.fromEntries(
    [turn.file, ...tests].map((file) => [file, hashOf(readFileSync(join(folder, file), 'utf8'))]),
  )
  const known = knownVerdicts(turn, hashes, mutants)
  const open = mutants.filter(({ id }) => !known.has(id))
  let found = new Map<string, Fate>()
  writeFileSync(path, text)
  try {
    const isUnexplained = (mutant: Mutant): boolean => explainedBy(turn.file, mutant) === undefined
    found = await fatesOf(open, { folder, source: turn.file, tests }, isUnexplained)
  } finally {
    writeFileSync(path, source)
  }
  const verdicts = mutants.map((mutant): Verdict => {
    const { id, ...rest } = mutant
    const { state, by } = found.get(id) ?? known.get(id) ?? { state: 'unreached' }
    const reason = state === 'killed' ? undefined : explainedBy(turn.file, mutant)
    return { ...rest, state, ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) }
  })
  const missed = verdicts.filter(({ state, reason }) => state !== 'killed' && reason === undefined)
  for (const { at, from, to, state } of missed) console.log(`${turn.file}:${at} ${state}: ${from} -> ${to}`)
  const share = 1 - missed.length / verdicts.length
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests: verdicts.length,
    failed: share >= SHARE ? [] : [`${Math.floor(share * 100)} % of the mutants are found or explained`],
    seconds: Math.round((performance.now() - started) / 1000),
    mutants: verdicts,
    hashes,
  }
  writeResult(turn, result)
  return result
}

/** What is known of the same sources: kills by tests that are the same, and all of it where all tests are. */
function knownVerdicts(
  turn: Turn,
  hashes: Readonly<Record<string, string>>,
  mutants: readonly Mutant[],
): Map<string, Verdict> {
  const file = resultFile(turn)
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined
  const is = (name: string): boolean => hashes[name] !== undefined && old?.hashes?.[name] === hashes[name]
  if (!old?.mutants || !is(turn.file) || old.mutants.length !== mutants.length) return new Map()
  const areAll = Object.keys(hashes).every(is)
  return new Map(
    old.mutants.flatMap((verdict, index): [string, Verdict][] => {
      const isKept = areAll || (verdict.by !== undefined && is(fileOf(verdict.by)))
      return isKept ? [[mutants[index]?.id ?? '', verdict]] : []
    }),
  )
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
