import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { decodedText, jsonOrText } from '../kernel/decoded-text'
import { messageOf } from '../kernel/message-of'
import { perhaps } from '../kernel/nearest-name'
import { checkCommandOptions } from './option-names'

/** 'stdin': its standard input ends. 'parent': the process that started it ends. */
export type EndsWith = 'stdin' | 'parent'

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  // A manual clock moves only by the controls; until then rate limits never refill.
  clock: { type: 'string' },
  seed: { type: 'string' },
  now: { type: 'string' },
  strict: { type: 'boolean', default: false },
  'no-rate-limits': { type: 'boolean', default: false },
  assume: { type: 'string', multiple: true, default: [] as string[] },
  world: { type: 'string' },
  scenario: { type: 'string' },
  save: { type: 'string' },
  controls: { type: 'string', default: 'loopback' },
  hosts: { type: 'string' },
  cors: { type: 'boolean', default: false },
  ui: { type: 'boolean', default: false },
  'end-with': { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  'ready-file': { type: 'string' },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const

export type CommandArguments = ReturnType<typeof readArguments>

/** @throws Error with a message for the terminal */
export function readArguments(args: string[], absent: Partial<Record<'port' | 'clock', string>> = {}) {
  checkCommandOptions(args, OPTIONS)
  const { values: given } = parseArgs({ args, options: OPTIONS })
  const values = { port: '4010', clock: 'live', ...absent, ...given }
  if (values.ui && values.controls === 'off')
    throw new Error('--ui works through the controls, so it cannot go with --controls off')
  return {
    port: readWholeNumber('--port', values.port, 65_535),
    host: values.host,
    clock: readChoice('--clock', values.clock, ['live', 'manual']),
    seed:
      values.seed === undefined ? undefined : readWholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    now: values.now,
    strict: values.strict,
    /** True if keys have rate limits. */
    isLimited: !values['no-rate-limits'],
    assumptions: Object.fromEntries(values.assume.map(assumed)),
    world: values.world,
    scenario: values.scenario,
    save: values.save,
    controls: readChoice('--controls', values.controls, ['loopback', 'anyone', 'off']),
    /** Public names under which the server may be reached; undefined for the default of `serve`. */
    hosts: values.hosts === 'any' ? ('any' as const) : values.hosts?.split(',').filter((name) => name !== ''),
    cors: values.cors,
    ui: values.ui,
    endWith: values['end-with'].map((text) => readChoice<EndsWith>('--end-with', text, ['stdin', 'parent'])),
    json: values.json,
    readyFile: values['ready-file'],
    help: values.help,
    version: values.version,
  }
}

/** `idempotency-window=24`: values that are no JSON are texts. */
function assumed(text: string): [id: string, value: unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`--assume must be id=value, such as trailing-slash=accept, not ${text}`)
  return [text.slice(0, at), jsonOrText(text.slice(at + 1))]
}

export function readChoice<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) {
    const all = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw new Error(`${option} must be ${all}, not ${text}${perhaps(text, words)}`)
  }
  return word
}

export function readWholeNumber(option: string, text: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most)
    throw new Error(`${option} must be a whole number from 0 to ${most}, not ${text}`)
  return number
}

/** The value of a JSON file. @throws Error that names the option */
export function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(decodedText(readFileSync(file)))
  } catch (error) {
    throw new Error(`${option} ${file} cannot be read: ${messageOf(error)}`)
  }
}

/** Parses the text of an option. @throws Error that names it */
export function parseJsonOption(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${option} must be JSON: ${messageOf(error)}`)
  }
}
