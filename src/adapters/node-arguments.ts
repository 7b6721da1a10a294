import { parseArgs } from 'node:util'

export interface CommandArguments {
  readonly port: number
  readonly host: string
  readonly clock: 'live' | 'manual'
  readonly seed: number | undefined
  readonly world: string | undefined
  readonly scenario: string | undefined
  readonly save: string | undefined
  /** Who may use the controls. */
  readonly controls: 'loopback' | 'anyone' | 'off'
  /** Public names under which the server may be reached; undefined for the default of `serve`. */
  readonly hosts: readonly string[] | 'any' | undefined
  readonly help: boolean
}

/** @throws Error with a message for the terminal */
export function readArguments(args: string[]): CommandArguments {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      // A manual clock moves only by the controls; until then rate limits never refill.
      clock: { type: 'string', default: 'live' },
      seed: { type: 'string' },
      world: { type: 'string' },
      scenario: { type: 'string' },
      save: { type: 'string' },
      controls: { type: 'string', default: 'loopback' },
      hosts: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    port: wholeNumber('--port', values.port, 65_535),
    host: values.host,
    clock: oneOf('--clock', values.clock, ['live', 'manual']),
    seed: values.seed === undefined ? undefined : wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    world: values.world,
    scenario: values.scenario,
    save: values.save,
    controls: oneOf('--controls', values.controls, ['loopback', 'anyone', 'off']),
    hosts: values.hosts === 'any' ? 'any' : values.hosts?.split(',').filter((name) => name !== ''),
    help: values.help,
  }
}

function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) {
    const all = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw new Error(`${option} must be ${all}, not ${text}`)
  }
  return word
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most)
    throw new Error(`${option} must be a whole number from 0 to ${most}, not ${text}`)
  return number
}
