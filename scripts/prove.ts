import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readArguments, UsageError } from './prove/arguments'
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
const SUMMARY = 'docs/proof.md'
const RESULTS = 'docs/proof-results.md'
const COMPARISON = 'docs/comparison.md'

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

const asked = askedFor(process.argv.slice(2))
if (asked.verb === 'merge') merge(asked.folders, FOLDER)
else await prove(asked)
// A slice leaves the pages as they are.
if (asked.verb === 'merge' || !asked.isFresh) {
  const page = resultsPageOf(readResults(FOLDER), readFileSync(RESULTS, 'utf8'), rulesWithTests())
  writeFileSync(RESULTS, page)
  writeFileSync(SUMMARY, summaryOf(page))
  writeFileSync(COMPARISON, withScoreboard(readFileSync(COMPARISON, 'utf8'), page))
}

function askedFor(args: readonly string[]): ReturnType<typeof readArguments> {
  try {
    return readArguments(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`prove: ${error.message}`)
    process.exit(2)
  }
}

async function prove({
  chapters,
  files,
  seed,
  minutes,
  shard,
  isFresh,
}: Extract<ReturnType<typeof readArguments>, { verb: 'play' }>): Promise<void> {
  if (isFresh) console.log(`A slice with the seed ${seed}`)
  const commit = commitOf()
  const done = doneAt(commit)
  let hasFailed = false
  for (const chapter of chapters) {
    const end = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000
    let index = -1
    for (const turn of turnsOf(chapter, seed, minutes !== undefined)) {
      index += 1
      if (files !== undefined && !files.includes(turn.file)) continue
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

/** The commit, and whether something has changed since. */
function commitOf(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'src', 'test', 'package-lock.json') !== ''
  return `${git('rev-parse', 'HEAD')}${changed ? ' and more' : ''}`
}
