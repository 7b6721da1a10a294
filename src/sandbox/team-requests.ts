import { platform } from '../host-time/platform'
import { readCall } from '../service/http/checks/json-text'
import { readBytes } from '../service/http/read-bytes'
import type { Fleet } from './fleet'
import { type CreateRequest, readCreateRequest } from './options'
import type { Quotas } from './quotas'
import type { WorldJob } from './world-job'

/** Bytes of a body of a team that has no world. */
export const CALL_AT_MOST = 64 * 1024

/** Undefined if it is too long. */
export async function teamCallOf(request: Request): Promise<{ readonly value: unknown } | undefined> {
  const { bytes, isCut } = await readBytes(request, CALL_AT_MOST, request.signal, 'reject')
  return isCut ? undefined : { value: readCall(new platform.TextDecoder().decode(bytes)) }
}

interface Wished {
  readonly createRequest: CreateRequest
  /** A world that was read apart. */
  readonly source?: WorldJob
}

/** Undefined if the body is too long. @throws OptionError */
export async function createRequestOf(
  { fleet, quotas }: { readonly fleet: Fleet; readonly quotas: Quotas },
  team: string,
  request: Request,
  original: string | undefined,
): Promise<Wished | undefined> {
  // A world in the body may be as large as a sandbox.
  const most = original === undefined ? quotas.rows : CALL_AT_MOST
  const { bytes, isCut } = await readBytes(request, most, request.signal, 'reject')
  if (isCut) return undefined
  const isLong = bytes.length > CALL_AT_MOST
  const text = new platform.TextDecoder().decode(bytes)
  // Only a world is long.
  if (isLong && !text.includes('"from"')) return undefined
  return (
    (isLong && (await fleet.read?.(team, bytes))) || { createRequest: readCreateRequest(readCall(text), '') }
  )
}
