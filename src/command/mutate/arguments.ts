import { parseArgs } from 'node:util'
import { parseDuration } from '../../kernel/duration'
import { type Mutant, readMutant } from '../../service/mutants/mutant'
import { readShard } from '../../tools/explore/read-experiment'
import type { Shard } from '../../tools/explore/search/shard'
import { checkCommandOptions } from '../option-names'
import { asFile, checkWritable } from '../save'
import { splitAtCommand, type UserCommand } from '../user-command'

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

const OPTIONS = {
  json: { type: 'string' },
  html: { type: 'string' },
  'at-once': { type: 'string', default: '1' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  'only-key': { type: 'string' },
  shard: { type: 'string' },
  budget: { type: 'string' },
  progress: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Reads which reports are merged. @throws Error with a message for the terminal */
export function readMergeArguments(args: readonly string[]): MergeArguments {
  const { json, html, help } = OPTIONS
  checkCommandOptions(args, { json, html, help })
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json, html, help },
  })
  if (positionals.length === 0 && !values.help)
    throw new Error('mutate merge needs the reports of all shards: mutate merge FILE...')
  checkWritable({ '--json': asFile(values.json), '--html': values.html })
  return { json: values.json, html: values.html, files: values.help ? undefined : positionals }
}

export interface MergeArguments {
  readonly json: string | undefined
  readonly html: string | undefined
  /** Undefined for --help. */
  readonly files: readonly string[] | undefined
}

/** Undefined for --help. @throws Error with a message for the terminal */
export function readMutateArguments(args: readonly string[]): MutateArguments | undefined {
  const { own, command } = splitAtCommand('mutate', args)
  checkCommandOptions(own, OPTIONS)
  const { values } = parseArgs({ args: own, options: OPTIONS })
  if (values.help || command === undefined) return undefined
  refuseCommand(command)
  checkWritable({ '--json': asFile(values.json), '--html': values.html })
  const named = values.only.flatMap((text) => text.split(',')).map((text) => text.trim())
  return {
    command,
    json: values.json,
    html: values.html,
    atOnce: countOf(values['at-once']),
    only: named.map((text) => readMutant(text, '--only')),
    onlyKey: values['only-key'],
    shard: values.shard === undefined ? undefined : readShard(values.shard, '--shard'),
    budget: values.budget === undefined ? Number.POSITIVE_INFINITY : budgetOf(values.budget),
    progress: values.progress,
  }
}

const MOST_AT_ONCE = 64

function countOf(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > MOST_AT_ONCE)
    throw new Error(`--at-once must be a whole number from 1 to ${MOST_AT_ONCE}, not ${text}`)
  return count
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
