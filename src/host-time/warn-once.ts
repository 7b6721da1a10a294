import { hostTime } from './host-time'

const said = new Set<string>()

/** Warns of what a test may well mean, so that it is no failure. Once for each text is enough. */
export function warnOnce(text: string): void {
  if (said.has(text)) return
  said.add(text)
  hostTime.emitWarning(text, 'AccountingSimulatorWarning')
}
