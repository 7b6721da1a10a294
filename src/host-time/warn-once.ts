import { hostTime } from './host-time'

const said = new Set<string>()

/**
 * Warns of what a test may well mean, so that it is no failure. Once is enough.
 * @param key equal in texts that say the same of several tests
 */
export function warnOnce(text: string, key = text): void {
  if (said.has(key)) return
  said.add(key)
  hostTime.emitWarning(text, 'AccountingSimulatorWarning')
}
