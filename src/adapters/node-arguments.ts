import { parseArgs } from 'node:util'

export interface CommandArguments {
  readonly port: number
  readonly host: string
  readonly clock: 'live' | 'manual'
  readonly seed: number | undefined
  readonly world: string | undefined
  readonly save: string | undefined
  readonly help: boolean
}

/** @throws Error with a message for the person at the terminal. */
export function readArguments(args: string[]): CommandArguments {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      // Nothing moves a manual clock over the wire, so that rate limits would never refill.
      clock: { type: 'string', default: 'live' },
      seed: { type: 'string' },
      world: { type: 'string' },
      save: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.clock !== 'live' && values.clock !== 'manual') {
    throw new Error(`--clock is live or manual, not ${values.clock}`)
  }
  return {
    port: wholeNumber('--port', values.port, 65_535),
    host: values.host,
    clock: values.clock,
    seed: values.seed === undefined ? undefined : wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    world: values.world,
    save: values.save,
    help: values.help,
  }
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most)
    throw new Error(`${option} is a whole number from 0 to ${most}, not ${text}`)
  return number
}
