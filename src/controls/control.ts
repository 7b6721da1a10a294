import type { OrganizationFace } from '../api/organization-face'
import type { Scenario } from '../scenario/scenario'
import type { Simulator, Snapshot } from '../simulator'

/** What the controls keep between two requests. It belongs to the host, not to the world. */
export interface ControlSession {
  readonly simulator: Simulator
  /** Those that can be played by name. */
  readonly scenarios: Readonly<Record<string, Scenario>>
  readonly snapshots: Map<string, Snapshot>
  /** Ways to disconnect webhook prefixes. */
  readonly connections: Map<string, () => void>
}

export interface ControlCall {
  readonly session: ControlSession
  readonly simulator: Simulator
  /** The organisation that `?organization=` names, else the simulator's own. */
  readonly face: OrganizationFace
  /** What stands in place of each `{}` of the path, in order. */
  readonly parameters: readonly string[]
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly accepts: string
}

/** One thing that can be done over HTTP, as a row of a table (docs/controls.md). */
export interface Control {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/__simulator`, with `{}` for one segment. */
  readonly path: string
  readonly does: string
  /** The members of its body; '*' for those of whatever it calls. */
  readonly takes?: readonly string[] | '*'
  /** What it gives is sent as JSON; a text as text; undefined as `{"ok":true}`. */
  run(call: ControlCall): unknown
}

/** A text that is no JSON. */
export class PlainText {
  constructor(readonly text: string) {}
}
