import { callback, members, orElse, orUndefined } from '../../errors/reader'
import { invariant } from '../../kernel/invariant'
import { type Quotas, readQuotas } from '../../sandbox/quotas'
import { readDomain } from '../../sandbox/route'
import { readTeams, type TeamTokens } from '../../sandbox/teams'

export interface SandboxesOptions {
  /** Sandboxes are reached at `<id>.<domain>`; the deployment itself is at the domain. */
  readonly domain: string
  /**
   * The token or tokens of each team by its name. A token has at least 24 characters; `sha256:` and 64
   * hexadecimal digits stand for its hash.
   * @default the JSON text in the binding `TEAMS`
   */
  readonly teams?: TeamTokens
  /** @default docs/sandbox.md lists them */
  readonly quotas?: Partial<Quotas>
  /** Sends a webhook. @default `fetch` */
  readonly deliver?: (request: Request) => Promise<Response>
}

const readOptions = members({
  domain: readDomain,
  teams: orUndefined(readTeams),
  quotas: orElse(readQuotas, readQuotas({}, 'quotas')),
  deliver: orUndefined(callback<(request: Request) => Promise<Response>>()),
})

export type WorkerSettings = ReturnType<typeof readOptions>

let kept: WorkerSettings | undefined

/** The platform makes the objects and passes only bindings, so the settings are a module variable. */
export const keepSettings = (options: SandboxesOptions): WorkerSettings => {
  kept = readOptions(options, 'options')
  return kept
}

export function keptSettings(): WorkerSettings {
  invariant(kept, 'a worker with sandboxes exports what sandboxes({ domain }) returns')
  return kept
}
