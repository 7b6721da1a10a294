import { hostTime } from './host-time'

const said = new Set<string>()

/**
 * Warns once about something that a test may do on purpose, so it is no failure.
 * @param key equal for texts that report the same problem in several tests
 */
export function warnOnce(text: string, key = text): void {
  if (said.has(key)) return
  said.add(key)
  hostTime.emitWarning(text, 'AccountingSimulatorWarning')
}
