import { type TeamTokens, teamsByHash } from '../../../sandbox/teams'
import type { ManyEvent } from './events'

/** The tokens of teams, which may change while the deployment serves. */
export class TeamsInUse {
  private constructor(
    /** The name of each team, by the hashes of its tokens. */
    public byHash: ReadonlyMap<string, string>,
  ) {}

  /** @throws OptionError */
  static async of(teams: TeamTokens): Promise<TeamsInUse> {
    return new TeamsInUse(await teamsByHash(teams))
  }

  /** @throws OptionError; then nothing changes */
  async change(teams: TeamTokens): Promise<void> {
    this.byHash = await teamsByHash(teams)
  }

  /** Reports teams that have sandboxes but no token. */
  tellStrangers(
    having: readonly (readonly [team: string, sandboxes: number])[],
    tell: (event: ManyEvent) => void,
  ): void {
    const known = new Set(this.byHash.values())
    for (const [team, sandboxes] of having)
      if (!known.has(team)) tell({ event: 'teamWithoutToken', team, sandboxes })
  }
}
