import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CHAPTERS, type Chapter } from './chapters'
import { turnsOf } from './turns'

/** A command that `npm run prove` does not take. */
export class UsageError extends Error {}

interface Joining {
  readonly verb: 'merge'
  readonly folders: readonly string[]
}

interface Playing {
  readonly verb: 'play'
  readonly chapters: readonly Chapter[]
  /** Undefined if every file is played. */
  readonly files: readonly string[] | undefined
  readonly seed: number | undefined
  readonly minutes: number | undefined
  readonly shard: readonly [part: number, parts: number]
  /** A slice that leaves the pages as they are. */
  readonly isFresh: boolean
}

/** Some five minutes: those that can draw any seed. */
const SLICE = ['simulation', 'books', 'schedules', 'suites', 'tables', 'environments', 'consumers']

/**
 * Reads the words after `npm run prove --`.
 *
 * @throws UsageError for a command that cannot be played
 */
export function readArguments(args: readonly string[]): Joining | Playing {
  const { values, positionals } = parseArgs({
    args: [...args],
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
  const [verb, ...folders] = positionals
  if (verb === 'merge') return { verb, folders: foldersIn(folders) }
  if (verb !== undefined) throw new UsageError(`no command ${verb}: there is merge`)
  const { file: files, fresh: isFresh = false } = values
  if (isFresh && Object.keys(values).length > 1) throw new UsageError('--fresh: goes with nothing else')
  const given = values.seed === undefined ? undefined : countOf('seed', values.seed, 0)
  const seed = isFresh ? randomInt(1, 2 ** 31) : given
  const minutes = values.minutes === undefined ? undefined : countOf('minutes', values.minutes, 1)
  const shard = shardOf(values.shard ?? '1/1')
  const chapters = withFiles(chosen(isFresh ? SLICE : values.chapter, seed), files, seed)
  return { verb: 'play', chapters, files, seed, minutes, shard, isFresh }
}

function foldersIn(folders: readonly string[]): readonly string[] {
  if (folders.length === 0) throw new UsageError('merge: name the folders whose results are to be joined')
  const missing = folders.find((folder) => !existsSync(folder))
  if (missing !== undefined) throw new UsageError(`merge: there is no folder ${missing}`)
  return folders
}

/** The chapters that have one of the files, if any are asked for. */
function withFiles(
  chapters: readonly Chapter[],
  files: readonly string[] | undefined,
  seed: number | undefined,
): readonly Chapter[] {
  if (files === undefined) return chapters
  const filesOf = (one: Chapter): string[] => [...turnsOf(one, seed, false)].map(({ file }) => file)
  const known = chapters.flatMap(filesOf)
  const unknown = files.find((file) => !known.includes(file))
  if (unknown !== undefined) throw new UsageError(`--file: no turn of these chapters is called ${unknown}`)
  return chapters.filter((one) => filesOf(one).some((file) => files.includes(file)))
}

function chosen(names: readonly string[] | undefined, seed: number | undefined): readonly Chapter[] {
  const known = CHAPTERS.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--chapter: no chapter ${unknown}: there are ${known.join(', ')}`)
  const all = names ? CHAPTERS.filter(({ name }) => names.includes(name)) : CHAPTERS
  if (seed === undefined) return all
  if (!names) throw new UsageError('--seed: name the chapter, too')
  const plain = all.find(({ drawn, sample }) => !drawn && sample === undefined)
  if (plain) throw new UsageError(`--seed: the chapter ${plain.name} does not draw`)
  return all
}

function countOf(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new UsageError(`--${option}: a whole number of at least ${least}`)
  return Number(text)
}

function shardOf(text: string): readonly [part: number, parts: number] {
  const [part = 0, parts = 0] = text.split('/').map(Number)
  if (!/^\d+\/\d+$/.test(text) || part < 1 || part > parts) throw new UsageError('--shard: such as 3/8')
  return [part, parts]
}
