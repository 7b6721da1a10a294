import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CHAPTERS, type Chapter } from './prove/chapters'
import { playProject } from './prove/environments/play'
import { playPlace } from './prove/matrix/play'
import { mutate } from './prove/mutation/play'
import { resultsPageOf, summaryOf } from './prove/page'
import { plant } from './prove/plant'
import { playRival } from './prove/rivals/play'
import { withScoreboard } from './prove/rivals/table'
import { rulesWithTests } from './prove/rules'
import { FOLDER, isOfShard, merge, play, readResults, turnsOf } from './prove/turns'

/** Plays the long form of the tests in turns that can be repeated, and writes two pages from their results. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chapter: { type: 'string', multiple: true },
    file: { type: 'string', multiple: true },
    seed: { type: 'string' },
    fresh: { type: 'boolean' },
    minutes: { type: 'string' },
    shard: { type: 'string' },
  },
})

const SUMMARY = 'docs/proof.md'
const RESULTS = 'docs/proof-results.md'
const COMPARISON = 'docs/comparison.md'

/** Some three minutes: those that can draw any seed. */
const SLICE = ['simulation', 'books', 'schedules', 'environments', 'consumers']

const PLAYERS = {
  tests: play,
  patches: plant,
  mutation: mutate,
  matrix: playPlace,
  environments: playProject,
  consumers: playProject,
  rivals: playRival,
}

// What a turn has made outside goes when this process ends, however it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const [verb, ...folders] = positionals
if (verb === 'merge') join(folders)
else if (verb !== undefined) refuse(`no command ${verb}: there is merge`)
else await prove()
// A slice leaves the pages as they are.
if (!values.fresh) {
  const page = resultsPageOf(readResults(FOLDER), readFileSync(RESULTS, 'utf8'), rulesWithTests())
  writeFileSync(RESULTS, page)
  writeFileSync(SUMMARY, summaryOf(page))
  writeFileSync(COMPARISON, withScoreboard(readFileSync(COMPARISON, 'utf8'), page))
}

async function prove(): Promise<void> {
  const seed = seedOf()
  const minutes = values.minutes === undefined ? undefined : countOf('minutes', values.minutes, 1)
  const shard = shardOf(values.shard ?? '1/1')
  const commit = commitOf()
  const done = doneAt(commit)
  let hasFailed = false
  for (const chapter of withFiles(chosen(values.fresh ? SLICE : values.chapter, seed), seed)) {
    const end = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000
    let index = -1
    for (const turn of turnsOf(chapter, seed, minutes !== undefined)) {
      index += 1
      if (values.file !== undefined && !values.file.includes(turn.file)) continue
      if (!isOfShard(shard, index)) continue
      if (seed === undefined && done.has(nameOf(chapter.name, turn.file, turn.seed))) continue
      if (performance.now() > end) break
      const result = await PLAYERS[chapter.own ?? 'tests'](turn, commit)
      const verdict = result.failed.length === 0 ? 'passed' : `FAILED: ${result.failed.join('; ')}`
      const what = [chapter.name, turn.file, ...(turn.seed === undefined ? [] : [`seed ${turn.seed}`])]
      console.log(`${what.join(' ')}: ${verdict} (${result.tests} tests, ${result.seconds} s)`)
      if (result.failed.length > 0 && seed !== undefined)
        console.log(`Play it again: npm run prove -- --chapter ${chapter.name} --seed ${seed}`)
      hasFailed ||= result.failed.length > 0
    }
  }
  if (hasFailed) process.exitCode = 1
}

/** Those that have one of the files, if any are asked for. */
function withFiles(chapters: readonly Chapter[], seed: number | undefined): readonly Chapter[] {
  const { file: files } = values
  if (files === undefined) return chapters
  const filesOf = (one: Chapter): string[] => [...turnsOf(one, seed, false)].map(({ file }) => file)
  const known = chapters.flatMap(filesOf)
  const unknown = files.find((file) => !known.includes(file))
  if (unknown !== undefined) refuse(`--file: no turn of these chapters is called ${unknown}`)
  return chapters.filter((one) => filesOf(one).some((file) => files.includes(file)))
}

/** The seed to play; a fresh one is printed before it is played. */
function seedOf(): number | undefined {
  if (values.fresh && Object.keys(values).length > 1) refuse('--fresh: goes with nothing else')
  if (!values.fresh) return values.seed === undefined ? undefined : countOf('seed', values.seed, 0)
  const seed = randomInt(1, 2 ** 31)
  console.log(`A slice with the seed ${seed}`)
  return seed
}

/** What passed at this very commit, which needs no second turn. */
function doneAt(commit: string): ReadonlySet<string> {
  const passed = readResults(FOLDER).filter(({ failed }) => failed.length === 0)
  return new Set(
    passed.filter((one) => one.commit === commit).map((one) => nameOf(one.chapter, one.file, one.seed)),
  )
}

function nameOf(chapter: string, file: string, seed: number | null = null): string {
  return [chapter, file, seed].join(' ')
}

function join(folders: readonly string[]): void {
  if (folders.length === 0) refuse('merge: name the folders whose results are to be joined')
  const missing = folders.find((folder) => !existsSync(folder))
  if (missing !== undefined) refuse(`merge: there is no folder ${missing}`)
  merge(folders, FOLDER)
}

function chosen(names: readonly string[] | undefined, seed: number | undefined): readonly Chapter[] {
  const known = CHAPTERS.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(`--chapter: no chapter ${unknown}: there are ${known.join(', ')}`)
  const all = names ? CHAPTERS.filter(({ name }) => names.includes(name)) : CHAPTERS
  if (seed === undefined) return all
  if (!names) refuse('--seed: name the chapter, too')
  const plain = all.find(({ drawn, sample }) => !drawn && sample === undefined)
  if (plain) refuse(`--seed: the chapter ${plain.name} does not draw`)
  return all
}

function countOf(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least) refuse(`--${option}: a whole number of at least ${least}`)
  return Number(text)
}

function shardOf(text: string): [part: number, parts: number] {
  const [part = 0, parts = 0] = text.split('/').map(Number)
  if (!/^\d+\/\d+$/.test(text) || part < 1 || part > parts) refuse('--shard: such as 3/8')
  return [part, parts]
}

/** The commit, and whether something has changed since. */
function commitOf(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'src', 'test', 'package-lock.json') !== ''
  return `${git('rev-parse', 'HEAD')}${changed ? ' and more' : ''}`
}

function refuse(why: string): never {
  console.error(`prove: ${why}`)
  process.exit(2)
}
