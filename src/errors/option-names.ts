import { OptionError } from './option-error'
import { checkMembers } from './reader'

const OPTIONS = [
  'baseUrl',
  'now',
  'clock',
  'host',
  'seed',
  'world',
  'trusted',
  'apiKeys',
  'rateLimits',
  'webhooks',
  'traffic',
  'strict',
  'audit',
  'assumptions',
  'answers',
] as const

export type SimulatorOption = (typeof OPTIONS)[number]

/** @param own the caller's options besides those of a simulator */
export const checkOptionNames = (options: unknown, own: readonly string[] = []): void =>
  checkMembers('', options, [...own, ...OPTIONS], 'an object')

/** Options of other functions that people often give to `createSimulator`. */
export const TAKEN = { useSimulator: 'intercept time unhandled', serve: 'port controls ui cors' } as const

/** @throws OptionError naming the function that takes the option */
export function refuseForeign(options: unknown): void {
  for (const name of Object.keys(options ?? {}))
    for (const [taker, names] of Object.entries(TAKEN))
      if (names.split(' ').includes(name)) throw new OptionError(name, `${name} is an option of ${taker}`)
}
