import type { SandboxEvent } from '../../../sandbox/events'
import type { BackupReport } from './backup'

/** Events of a deployment on Node, for its operator. */
export type ManyEvent =
  | SandboxEvent
  /** A team has sandboxes, but no token gives access to them. */
  | { readonly event: 'teamWithoutToken'; readonly team: string; readonly sandboxes: number }
  | ({ readonly event: 'backedUp' } & BackupReport)

const KINDS: Readonly<Record<ManyEvent['event'], true>> = {
  created: true,
  changed: true,
  renewed: true,
  restored: true,
  deleted: true,
  expired: true,
  putAside: true,
  clockJumped: true,
  refused: true,
  failed: true,
  error: true,
  teamWithoutToken: true,
  backedUp: true,
}

export const EVENT_KINDS = Object.keys(KINDS)
