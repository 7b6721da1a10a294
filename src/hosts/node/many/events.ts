import type { SandboxEvent } from '../../../sandbox/events'
import type { BackupReport } from './backup'

/** What an operator learns of a deployment on Node. */
export type ManyEvent =
  | SandboxEvent
  /** A team has sandboxes, and nobody a token for them. */
  | { readonly event: 'teamWithoutToken'; readonly team: string; readonly sandboxes: number }
  | ({ readonly event: 'backedUp' } & BackupReport)
