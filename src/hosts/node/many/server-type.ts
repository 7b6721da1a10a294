import type { TeamTokens } from '../../../sandbox/teams'
import type { SimulatorServer } from '../server'
import type { BackupReport } from './backup'

/** A deployment of sandboxes that listens. */
export interface ManyServer extends SimulatorServer {
  /** Sandboxes are reached at `<id>.<domain>`. */
  readonly domain: string
  /** The URL at which clients reach the deployment, without a final slash. */
  readonly publicUrl: string
  /** Replaces the tokens. Requests under way continue. @throws OptionError; then nothing changes */
  setTeams(teams: TeamTokens): Promise<void>
  /**
   * Writes a consistent copy of all sandboxes into a file for `many --restore` (docs/sandbox.md). The file
   * appears only whole and checked. Requests are answered meanwhile.
   * @throws Error if it could not be written
   */
  backUp(file: string): Promise<BackupReport>
}
