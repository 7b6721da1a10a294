import type { TeamTokens } from '../../../sandbox/teams'
import type { SimulatorServer } from '../server'
import type { BackupReport } from './backup'

/** A deployment of sandboxes that listens. */
export interface ManyServer extends SimulatorServer {
  /** Sandboxes are reached at `<id>.<domain>`. */
  readonly domain: string
  /** The address at which clients find the deployment. No final slash. */
  readonly publicUrl: string
  /** Takes these tokens from now on. Requests under way go on. @throws OptionError; then nothing changes */
  setTeams(teams: TeamTokens): Promise<void>
  /**
   * Writes all sandboxes, as they are stored at one moment, into a file that `many --restore` takes (docs/sandbox.md).
   * The file is there only whole and checked. Others go on meanwhile.
   * @throws Error if it could not be written
   */
  backUp(file: string): Promise<BackupReport>
}
