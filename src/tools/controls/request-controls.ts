import { OptionError } from '../../errors/option-error'
import { text, unchecked } from '../../errors/reader'
import type { TrafficEntry } from '../../events/traffic/traffic-entry'
import { platform } from '../../host-time/platform'
import { messageOf } from '../../kernel/message-of'
import { internalsOf } from '../../simulator/internals-of'
import { type Control, type ControlCall, post } from './control'

export const REQUEST_CONTROLS: readonly Control[] = [
  post(
    '/requests',
    'sends a request to the service: method, path, headers and body, a text; returns its entry of the timeline',
    { method: text, path: text, headers: unchecked, body: text },
    send,
  ),
]

/** Sends a request, and returns its entry when it is answered or held back. */
async function send({
  simulator,
  body: { method = 'GET', path, headers = {}, body },
}: ControlCall): Promise<TrafficEntry> {
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new OptionError('path', 'path must begin with /, such as /public/v1/invoices/')
  const { timedService } = internalsOf(simulator)
  const request = requestOf(simulator.baseUrl + path, { method, headers, body } as RequestInit)
  const asked = await timedService.read(request)
  const { entry, respond } = timedService.answer(asked, request)
  const answered = Promise.resolve(respond()).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
  })
  if (entry?.outcome === 'held') void answered
  else await answered
  return entry as TrafficEntry
}

/** @throws OptionError if the Request constructor refuses the values */
function requestOf(url: string, init: RequestInit): Request {
  try {
    return new platform.Request(url, init)
  } catch (error) {
    throw new OptionError('request', `no such request can be sent: ${messageOf(error)}`)
  }
}
