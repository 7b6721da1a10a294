import { perhaps } from '../kernel/nearest-name'
import { OptionError, wrongOption } from './option-error'

/** The options of `createSimulator`. */
const OPTIONS = [
  'baseUrl',
  'now',
  'clock',
  'seed',
  'world',
  'apiKeys',
  'rateLimits',
  'webhooks',
  'traffic',
  'strict',
  'assumptions',
  'answers',
]

/** @param own the options that the caller has besides those of a simulator */
export function checkOptionNames(options: unknown, own: readonly string[] = []): void {
  if (typeof options !== 'object' || options === null) throw wrongOption('options', 'an object', options)
  const known = [...own, ...OPTIONS]
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new OptionError(
        name,
        `there is no option ${name}${perhaps(name, known)}; there are ${known.join(', ')}`,
      )
}
