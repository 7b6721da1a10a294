/** The adapter for Durable Objects, on the platform or in workerd (docs/sandbox.md). */
import { refuseSurplus } from '../errors/at-caller'
import { invariant } from '../kernel/invariant'
import { isObject } from '../kernel/is-object'
import { answerAt } from '../sandbox/answer-at'
import type { Deployment } from '../sandbox/deployment'
import { Ids } from '../sandbox/ids-and-tokens'
import { addressed } from '../sandbox/route'
import { type TeamTokens, teamsByHash } from '../sandbox/teams'
import { ObjectFleet } from './worker/object-fleet'
import type { SandboxEnv } from './worker/platform'
import { keepSettings, type SandboxesOptions, type WorkerSettings } from './worker/settings'

export type { ObjectNamespace, ObjectState, SandboxEnv } from './worker/platform'
export { SandboxObject } from './worker/sandbox-object'
export type { SandboxesOptions } from './worker/settings'
export { Team } from './worker/team'

/**
 * Makes a worker that serves the sandboxes of teams. Its module must also export the classes of its objects.
 * @throws OptionError
 * @example
 * import { sandboxes } from 'accounting-simulator/worker'
 *
 * export { SandboxObject, Team } from 'accounting-simulator/worker'
 * export default sandboxes({ domain: 'sandbox.example.com' })
 */
export function sandboxes(options: SandboxesOptions): {
  fetch(request: Request, env: SandboxEnv): Promise<Response>
} {
  refuseSurplus(sandboxes, arguments, 1)
  const settings = keepSettings(options)
  let last: { readonly env: SandboxEnv; readonly deployment: Promise<Deployment> } | undefined
  return {
    async fetch(request, env) {
      if (last?.env.SECRET !== env.SECRET || last.env.TEAMS !== env.TEAMS)
        last = { env, deployment: deploymentOf(settings, env) }
      const { host } = new URL(request.url)
      const client = addressed(host, (name) => request.headers.get(name), settings.domain)
      return answerAt(await last.deployment, client, request)
    },
  }
}

async function deploymentOf({ domain, teams, quotas }: WorkerSettings, env: SandboxEnv): Promise<Deployment> {
  const { SECRET, TEAMS = '{}' } = env
  invariant(SECRET, 'the worker needs the secret SECRET')
  const named: unknown = teams ?? JSON.parse(TEAMS)
  invariant(isObject(named), 'the binding TEAMS is no JSON object of names and tokens')
  return {
    ...{ fleet: new ObjectFleet(env, quotas), ids: new Ids(SECRET), domain, quotas, now: () => Date.now() },
    teams: await teamsByHash(named as TeamTokens, teams ? 'teams' : 'TEAMS'),
  }
}
