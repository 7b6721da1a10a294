import type { HostAnswer } from './quotas'

/** Events of a deployment, for its operator. Each is a line of its log; members are plain values of JSON. */
export type SandboxEvent = NamedSandbox &
  (
    | { readonly event: 'created'; readonly name: string; readonly from?: string }
    | { readonly event: 'changed' | 'renewed' | 'restored' }
    /** Gone with all its rows: by its team, or because it had lain in the bin for long enough. */
    | { readonly event: 'deleted'; readonly because?: 'bin' }
    /** It lies in the bin. */
    | { readonly event: 'expired'; readonly because: 'idle' | 'end' }
    /** It ended the process so many times while it was worked on. It answers 503, and can be deleted and restored. */
    | { readonly event: 'putAside'; readonly ends: number }
    /** The host's clock went so many milliseconds ahead, or back, between two looks at it. */
    | { readonly event: 'clockJumped'; readonly milliseconds: number }
    /** An answer of the deployment itself, and not of the service that it simulates. */
    | ({ readonly event: 'refused' } & RefusedAccess)
    /** The same, but with a status from 500. */
    | ({ readonly event: 'failed'; readonly error?: string } & RefusedAccess)
    /** An error that nobody expected. */
    | { readonly event: 'error'; readonly error: string }
  )

interface NamedSandbox {
  readonly team?: string
  /** Its id. */
  readonly sandbox?: string
}

interface RefusedAccess {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly quota?: string
  /** Of the client. */
  readonly address?: string
}

export type Tell = (event: SandboxEvent) => void

/** A path is no secret, and is cut to a length that fits a line. */
const PATH_AT_MOST = 200

/** Access that is refused. */
const CLOSED: ReadonlySet<number> = new Set([401, 403, 404])

/** Undefined for an answer that no operator needs to know: only refused access, used quotas and failures are told. */
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
