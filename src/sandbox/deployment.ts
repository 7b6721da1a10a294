import type { ServedToAgents } from './agent-message'
import type { AttemptLimiter, Client } from './attempt-limiter'
import type { Tell } from './events'
import type { Fleet } from './fleet'
import type { Ids } from './ids-and-tokens'
import { HostAnswer, type Quotas } from './quotas'
import type { SandboxPlace } from './route'

export interface Deployment extends SandboxPlace {
  readonly fleet: Fleet
  readonly ids: Ids
  /** The name of each team by the hashes of its tokens. */
  readonly teams: ReadonlyMap<string, string>
  readonly quotas: Quotas
  /** Milliseconds since 1970. */
  now(): number
  /** Called with events for the operator. */
  readonly tell?: Tell
  /** Limits wrong tokens and ids. Absent if the clients' addresses are not known. */
  readonly tries?: AttemptLimiter
  /** Answers an MCP request of an agent. `served.fetch` reaches the sandbox's service and controls. */
  agents?(request: Request, served: ServedToAgents): Promise<Response>
}

/** A deployment with the client of a request under way. */
export type DeploymentCall = Deployment & { readonly client: Client }

export const noName = (): Response =>
  new HostAnswer(404, {
    error:
      'the request names no sandbox: send its key as X-API-KEY or its token as Authorization: Bearer ..., ' +
      'or use its host name',
  })

export const noSandbox = (): Response =>
  new HostAnswer(404, { error: 'there is no such sandbox: its host name, its key or its token names it' })
