import { isOptionError } from '../errors/option-error'
import { platform } from '../host-time/platform'
import { readCall } from '../service/http/checks/json-text'
import { readBytes } from '../service/http/read-bytes'
import { HostAnswer, overQuota } from './quotas'

/** The service, as an agent of a sandbox gets it. */
export interface ServedToAgents {
  readonly url: string
  fetch(request: Request): Promise<Response>
  /** The message of a request, or the answer to one that is too long or would take too long to read. */
  read(request: Request): Promise<{ readonly message: unknown } | Response>
  /** Does what the message costs, when it is its turn. */
  inTurn(piece: () => Promise<Response>): Promise<Response>
}

export async function readAgentMessage(request: Request, most: number): ReturnType<ServedToAgents['read']> {
  const { bytes, isCut } = await readBytes(request, most, request.signal, 'reject')
  if (isCut) return overQuota(413, 'body', `a message has at most ${most} bytes`)
  try {
    return { message: readCall(new platform.TextDecoder().decode(bytes)) }
  } catch (error) {
    if (!isOptionError(error)) throw error
    return new HostAnswer(400, { error: error.message, option: error.option })
  }
}
