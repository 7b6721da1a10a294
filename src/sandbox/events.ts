import type { HostAnswer } from './quotas'

/** Events of a deployment for its operator. Each is one line of the log, with plain JSON values. */
export type SandboxEvent = NamedSandbox &
  (
    | { readonly event: 'created'; readonly name: string; readonly from?: string }
    | { readonly event: 'changed' | 'renewed' | 'restored' }
    /** Deleted with all rows: by its team, or when its time in the bin was over. */
    | { readonly event: 'deleted'; readonly because?: 'bin' }
    /** Moved into the bin. */
    | { readonly event: 'expired'; readonly because: 'idle' | 'end' }
    /** Quarantined after that many crashes of the process. It answers 503, and can be deleted or restored. */
    | { readonly event: 'putAside'; readonly ends: number }
    /** The host's clock jumped by that many milliseconds, forward or back, between two checks. */
    | { readonly event: 'clockJumped'; readonly milliseconds: number }
    /** A request that the deployment itself refused, and not the simulated service. */
    | ({ readonly event: 'refused' } & RefusedAccess)
    /** The same with a status of 500 or above. */
    | ({ readonly event: 'failed'; readonly error?: string } & RefusedAccess)
    /** An unexpected error. */
    | { readonly event: 'error'; readonly error: string }
  )

interface NamedSandbox {
  readonly team?: string
  /** The id of the sandbox. */
  readonly sandbox?: string
}

interface RefusedAccess {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly quota?: string
  /** The IP address of the client. */
  readonly address?: string
}

export type Tell = (event: SandboxEvent) => void

/** Paths are not secret. A longer path is cut, so that the event fits on one line. */
const PATH_AT_MOST = 200

/** The statuses of refused access. */
const CLOSED: ReadonlySet<number> = new Set([401, 403, 404])

/** Undefined for responses of no interest: only refused access, used-up quotas and failures are events. */
export function refusalTold(
  { method, url }: Request,
  { status, quota, told }: HostAnswer,
): (RefusedAccess & { readonly event: 'refused' | 'failed'; readonly error?: string }) | undefined {
  if (!CLOSED.has(status) && quota === undefined && status < 500) return undefined
  const path = new URL(url).pathname.slice(0, PATH_AT_MOST)
  const isFailure = status >= 500 && quota === undefined
  return {
    event: isFailure ? 'failed' : 'refused',
    status,
    method,
    path,
    ...(quota !== undefined && { quota }),
    ...(isFailure && 'error' in told && { error: String(told.error) }),
  }
}
