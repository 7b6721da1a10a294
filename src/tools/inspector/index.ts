import { refuseSurplus } from '../../errors/at-caller'
import { members, orUndefined, text } from '../../errors/reader'
import { defineInspector, ELEMENT_NAME, type InspectorElement, readPort } from './element'
import type { ControlsPort } from './port'

export type { ControlsPort, InspectorElement }

export interface Inspector {
  /** Opens the panel; resolves when it is shown. */
  open(): Promise<void>
  /** Closes the panel; its button stays. */
  close(): void
  /** Takes the panel and its button out of the page. */
  remove(): void
}

export interface InspectorOptions {
  /** For pages whose Content-Security-Policy asks styles for a nonce. Current browsers do not need it here. */
  readonly nonce?: string
}

defineInspector()

const readOptions = members({ nonce: orUndefined(text) })

/**
 * Adds the closed inspector to the page: a button in the corner that opens a panel with everything that happened in a
 * simulator, why, and its clock, records, faults and snapshots (docs/inspector.md). It stays open over reloads if it
 * was open. Only the button is loaded at first.
 *
 * @param port `controls(simulator)` of accounting-simulator/controls
 * @throws OptionError for another port, and for an unknown option
 * @example
 * openInspector(controls(simulator))
 */
export function openInspector(port: ControlsPort, options: InspectorOptions = {}): Inspector {
  refuseSurplus(openInspector, arguments, 2, 'openInspector')
  const open = readPort(port, 'port')
  const { nonce } = readOptions(options, 'options')
  if (typeof document === 'undefined') throw new Error('openInspector needs a page.')
  document.querySelector(ELEMENT_NAME)?.remove()
  const element = document.createElement(ELEMENT_NAME) as InspectorElement
  if (nonce !== undefined) element.nonce = nonce
  element.port = open
  document.body.append(element)
  return { open: () => element.open(), close: () => element.close(), remove: () => element.remove() }
}
