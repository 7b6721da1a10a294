import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { whole } from '../errors/reader'
import { decodedText } from '../kernel/decoded-text'
import { getOrCreateList } from '../kernel/get-or-create-list'
import { mapValues } from '../kernel/map-values'
import { codeOf, messageOf } from '../kernel/message-of'
import { didYouMean } from '../kernel/nearest-name'
import type { EndsWith } from './signals'

/** A command, an option or a word is missing, or nothing takes it. */
export class WrongUsage extends Error {}

/** The exit status of wrong usage, whatever the command. */
const WRONG_USAGE = 2

/** @param otherwise the exit status of all other problems of the command */
export const statusOf = (problem: unknown, otherwise: number): number =>
  problem instanceof WrongUsage || String(codeOf(problem)).startsWith('ERR_PARSE_ARGS')
    ? WRONG_USAGE
    : otherwise

type Given = string | boolean | (string | boolean)[] | undefined
/** Reads the text of an option. @throws Error that names it */
type TextReader<Value> = (text: string, option: string) => Value

/** An option of a command: its line of the help, and how it is read. */
export interface Option<Value> {
  readonly about: string
  /** The word behind its name in the help. A switch has none. */
  readonly takes?: string
  readonly isRepeated?: boolean
  /** The heading that it stands below in the help. */
  readonly group?: string
  readonly read: (given: Given, option: string) => Value
}

export type Options = Readonly<Record<string, Option<unknown>>>
type CamelCase<Name> = Name extends `${infer One}-${infer More}`
  ? `${One}${Capitalize<CamelCase<More>>}`
  : Name
/** The values of options: that of `ready-file` is `readyFile`. */
export type Values<O extends Options> = {
  readonly [Name in keyof O as CamelCase<Name>]: O[Name] extends Option<infer Value> ? Value : never
}

const asIs: TextReader<string> = (text) => text

/** The line of the help, as a template: toggle`prints the report as JSON`. */
type About = readonly [text: TemplateStringsArray, ...values: string[]]
const aboutOf = (about: About): string => String.raw(...about).replace(/\s+/g, ' ')

export const toggle = (...about: About): Option<boolean> => ({
  about: aboutOf(about),
  read: (given) => given === true,
})

export const option =
  <Value = string>(takes: string, read = asIs as TextReader<Value>) =>
  (...about: About): Option<Value | undefined> => ({
    ...{ about: aboutOf(about), takes },
    read: (given, name) => (typeof given === 'string' ? read(given, name) : undefined),
  })

/** An option with a value of its own, which the help shows. */
export const preset =
  <Value = string>(takes: string, read = asIs as TextReader<Value>) =>
  (...about: About): Option<Value> => ({
    ...{ about: aboutOf(about), takes },
    read: (given, name) => read(typeof given === 'string' ? given : takes, name),
  })

export const repeated =
  <Value = string>(takes: string, read = asIs as TextReader<Value>) =>
  (...about: About): Option<Value[]> => ({
    ...{ about: aboutOf(about), takes, isRepeated: true },
    read: (given, name) => (Array.isArray(given) ? given.map((one) => read(String(one), name)) : []),
  })

/**
 * @returns undefined if help is wanted
 * @throws Error with a message for the terminal, which suggests the nearest option
 */
export function readArguments<O extends Options>(
  args: readonly string[],
  options: O,
  takesWords = false,
): { readonly values: Values<O>; readonly words: readonly string[] } | undefined {
  const all: Options = { ...options, help: HELP }
  const end = args.indexOf('--')
  refuseUnknown(end < 0 ? args : args.slice(0, end), Object.keys(all))
  const { values: given, positionals } = parseArgs({
    args: [...args],
    allowPositionals: takesWords,
    options: mapValues(all, ({ takes, isRepeated = false }) => ({
      type: takes === undefined ? 'boolean' : 'string',
      multiple: isRepeated,
    })),
  })
  if (given.help) return undefined
  const read = Object.entries(options).map(([name, { read: value }]) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    value(given[name], `--${name}`),
  ])
  return { values: Object.fromEntries(read) as Values<O>, words: positionals }
}

const HELP = toggle`prints this text`

/** Words of other programs, with those of ours that mean it. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--out': ['--file', '--report', '--save', '--html'],
  '--output': ['--file', '--report', '--save', '--html'],
  '--url': ['--to'],
  '--target': ['--to'],
}

function refuseUnknown(args: readonly string[], names: readonly string[]): void {
  const known = names.map((name) => `--${name}`)
  const name = args
    .map((arg) => arg.replace(/=.*/s, ''))
    .find((arg) => arg.startsWith('--') && !known.includes(arg))
  if (name === undefined) return
  const meant = OTHER_WORDS[name]?.find((word) => known.includes(word))
  const near = meant ? `, perhaps ${meant}` : didYouMean(name, known)
  throw new WrongUsage(`there is no option ${name}${near}; --help tells more`)
}

/** Puts options below a heading of their own. */
export const group = <O extends Options>(title: string, options: O): O =>
  mapValues(options, (row) => ({ ...row, group: title })) as O

const WIDTH = 80
const WIDEST_HEAD = 24

export function optionLines(options: Options): string {
  const rows = Object.entries({ ...options, help: HELP }).map(
    ([name, { takes, about, group = 'Options' }]) => {
      const value = takes?.includes(' ') ? `'${takes}'` : takes
      return { head: `  --${name}${value === undefined ? '' : ` ${value}`}`, about, group }
    },
  )
  const indent = Math.max(...rows.map(({ head }) => head.length).filter((width) => width <= WIDEST_HEAD)) + 2
  const line = new RegExp(`(.{1,${WIDTH - indent}})(?: |$)`, 'g')
  const groups = new Map<string, string[]>()
  for (const { head, about, group } of rows) {
    const text = about.replace(line, `$1\n${' '.repeat(indent)}`).trimEnd()
    const begin = head.length < indent ? head.padEnd(indent) : `${head}\n${' '.repeat(indent)}`
    getOrCreateList(groups, group).push(begin + text)
  }
  return [...groups].map(([title, lines]) => `${title}:\n${lines.join('\n')}`).join('\n\n')
}

export const wholeNumber =
  (least = 0, most?: number): TextReader<number> =>
  (text, name) =>
    whole(least, most)(/^\d+$/.test(text) ? Number(text) : text, name)

export const port = wholeNumber(0, 65_535)

export const choice =
  <const Word extends string>(...words: readonly Word[]): TextReader<Word> =>
  (text, name) => {
    const word = words.find((known) => known === text)
    if (word !== undefined) return word
    const all = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw new Error(`${name} must be ${all}, not ${text}${didYouMean(text, words)}`)
  }

export const jsonFile: TextReader<unknown> = (file, name) => {
  try {
    return JSON.parse(decodedText(readFileSync(file)))
  } catch (error) {
    throw new Error(`${name} ${file} cannot be read: ${messageOf(error)}`)
  }
}

export const jsonText: TextReader<unknown> = (text, name) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} must be JSON: ${messageOf(error)}`)
  }
}

/** Ends a program that serves. */
export const endWith = repeated('stdin', choice<EndsWith>('stdin', 'parent'))
