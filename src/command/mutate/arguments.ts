import { parseDuration } from '../../kernel/duration'
import { type Mutant, readMutant } from '../../service/mutants/mutant'
import { readShard } from '../../tools/explore/read-experiment'
import type { Shard } from '../../tools/explore/search/shard'
import { option, repeated, toggle, type Values, wholeNumber } from '../options'
import { asFile, checkWritable } from '../save'
import { type UserCommand, userCommand } from '../user-command'

export interface MutateArguments {
  readonly command: UserCommand
  readonly json: string | undefined
  /** The file that a page with the reports is written to. */
  readonly html: string | undefined
  /** Mutants that are played side by side. */
  readonly atOnce: number
  /** The mutants to play, each with as much of its name as was given; all if empty. */
  readonly only: readonly Mutant[]
  readonly onlyKey: string | undefined
  /** The share of the mutants that is played; undefined for all. */
  readonly shard: Shard | undefined
  /** Real milliseconds after which no more mutants are begun. */
  readonly budget: number
  /** Tells how far it is as lines of JSON. */
  readonly progress: boolean
}

export const REPORTS = {
  json: option('FILE')`writes the report as JSON into a file; - prints it in the place of the text`,
  html: option('FILE')`writes it as a page, with what the tests have met (as the command coverage tells it)`,
}

export const MUTATE_OPTIONS = {
  ...REPORTS,
  only: repeated('id,...', readMutants)`plays these bugs only: no-idempotency-key, or
    'no-idempotency-key:POST /public/v1/invoices/' of one operation; may be repeated`,
  'only-key': option('label')`changes the requests with this API key only, and all of them`,
  budget: option('10 minutes', budgetOf)`begins no more runs after that time`,
  'at-once': option('2', wholeNumber(1, 64))`plays so many bugs side by side, for tests that do not disturb
    each other; 1 unless given. Refused if the tests are red where so many runs are side by side without a
    bug`,
  progress: toggle`tells how far it is as lines of JSON on standard error: { says }`,
  shard: option('1/3', readShard)`plays the first of three shares of the bugs; mutate merge joins their
    reports (--json)`,
}

/** @throws Error with a message for the terminal */
export function readMutateArguments(
  given: Values<typeof MUTATE_OPTIONS>,
  words: readonly string[],
): MutateArguments {
  const command = userCommand(words)
  refuseCommand(command)
  checkWritable({ '--json': asFile(given.json), '--html': given.html })
  const { only, atOnce = 1, budget = Number.POSITIVE_INFINITY } = given
  return { ...given, command, only: only.flat(), atOnce, budget }
}

function readMutants(text: string, option: string): Mutant[] {
  return text.split(',').map((name) => readMutant(name.trim(), option))
}

/** Milliseconds. Months are refused, because their lengths differ. */
function budgetOf(text: string): number {
  const { months, milliseconds } = parseDuration(text)
  if (months > 0 || milliseconds <= 0)
    throw new Error(`--budget must be a duration such as '10 minutes', not ${text}`)
  return milliseconds
}

/** Options with which runners keep running. */
const WATCHING = /^(--watch(All)?(=true)?|vitest (watch|dev))$/
/** Words of runners that write what a mutated run shows. */
const UPDATING = /^(-u|--update|--updateSnapshot|--update-snapshots|--test-update-snapshots)(=|$)/
/** To other programs, such as Python and mocha, `-u` is something else. */
const WITH_SNAPSHOTS = /^(vitest|jest|ava|npm|pnpm|yarn|bun)(\.\w+)?$/
/** Other commands that look into the simulators of a command. */
const AROUND = ['ACCOUNTING_MUTANT', 'ACCOUNTING_COVERAGE'] as const

function refuseCommand(command: UserCommand): void {
  const [around] = AROUND.filter((name) => process.env[name])
  if (around) throw new Error(`${around} is set: mutate runs neither in itself nor in coverage`)
  const watching = pairsOf(command).find((words) => WATCHING.test(words))
  if (watching !== undefined)
    throw new Error(`${watching} makes the command watch for changes, so it would never end: leave it out`)
  const hasSnapshots = command.some((word) => WITH_SNAPSHOTS.test(word.split(/[\\/]/).at(-1) ?? ''))
  const updating = command.find((word) => UPDATING.test(word) && (hasSnapshots || !/^-u/.test(word)))
  if (updating !== undefined)
    throw new Error(
      `${updating} would write what a mutant makes of the tests into their snapshots: leave it out`,
    )
}

/** Each word, alone and with the next. */
const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => [word, `${word.split(/[\\/]/).at(-1)} ${words[at + 1]}`])
