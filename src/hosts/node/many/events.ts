import type { SandboxEvent } from '../../../sandbox/events'
import type { BackupReport } from './backup'

/** Events of a deployment on Node, for its operator. */
export type ManyEvent =
  | SandboxEvent
  /** A team has sandboxes, and nobody a token for them. */
  | { readonly event: 'teamWithoutToken'; readonly team: string; readonly sandboxes: number }
  | ({ readonly event: 'backedUp' } & BackupReport)
