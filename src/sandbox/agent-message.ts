import { isOptionError } from '../errors/option-error'
import { utf8Text } from '../host-time/platform'
import { readCall } from '../service/http/checks/json-text'
import { readBytes } from '../service/http/read-bytes'
import { HostAnswer, overQuota } from './quotas'

/** A sandbox's service, as its MCP endpoint for agents sees it. */
export interface ServedToAgents {
  readonly url: string
  fetch(request: Request): Promise<Response>
  /** Reads a request's message. A Response refuses one that is too long or too costly to parse. */
  read(request: Request): Promise<{ readonly message: unknown } | Response>
  /** Runs work for an agent when the team's turn comes, and counts its cost. */
  inTurn(piece: () => Promise<Response>): Promise<Response>
}

export async function readAgentMessage(request: Request, most: number): ReturnType<ServedToAgents['read']> {
  const { bytes, isCut } = await readBytes(request, most, request.signal, 'reject')
  if (isCut) return overQuota(413, 'body', `a message has at most ${most} bytes`)
  try {
    return { message: readCall(utf8Text(bytes)) }
  } catch (error) {
    if (!isOptionError(error)) throw error
    return new HostAnswer(400, { error: error.message, option: error.option })
  }
}
