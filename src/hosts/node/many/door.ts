import type { IncomingMessage } from 'node:http'
import { isFailedFetch } from '../../../errors/network-error'
import { isPreflight } from '../../../events/headers/is-preflight'
import { platform } from '../../../host-time/platform'
import { answerAt } from '../../../sandbox/answer-at'
import type { Client } from '../../../sandbox/attempt-limiter'
import type { Deployment } from '../../../sandbox/deployment'
import { SANDBOX_ID } from '../../../sandbox/ids-and-tokens'
import { HostAnswer } from '../../../sandbox/quotas'
import { addressed, originIn } from '../../../sandbox/route'
import { leadsOut } from '../../../sandbox/targets'
import { internalServerError } from '../../internal-server-error'
import { preflightAnswer, readableHeaders } from '../cors'
import { fetchRequest, pathOfTarget } from '../request'
import { hasGone } from '../rest-of-request'
import { TEAM_PAGE, uiResponse } from '../ui'
import { AdmissionQueue } from './admission-queue'
import { type Health, healthResponse } from './health'

interface DoorParts {
  /** Undefined until it is made. */
  deployment(): Deployment | undefined
  readonly health: Health
  /** The folder of the built package, if the page of a team is served. */
  readonly page: URL | undefined
  /** True if pages of other origins may ask the service of a sandbox. */
  readonly cors: boolean
  answered(status: number, seconds: number): void
  /** Learns of errors that nobody expected. */
  readonly failed: ((error: string) => void) | undefined
}

/** All requests to a deployment. Rejects if the client must get a network error. */
export const doorOf = ({ deployment, health, page, cors, answered, failed }: DoorParts) => {
  const otherThanSandbox = (incoming: IncomingMessage, { isByHost }: Client): Response | undefined => {
    if (hasTwoNames(incoming)) return new HostAnswer(400, { error: 'the request names two hosts' })
    if (isByHost) return undefined
    return healthResponse(health, incoming) ?? (page && teamPage(incoming, page))
  }
  const admission = new AdmissionQueue()
  return async (incoming: IncomingMessage, _: unknown, gone: AbortSignal): Promise<Response> => {
    const own = deployment()
    if (!own) return new HostAnswer(503, { error: 'the deployment is starting' }, { 'retry-after': '1' })
    const began = performance.now()
    const client = clientOf(incoming, own)
    // The sandbox, or the token of a team. It may be a guess.
    await admission.turn(client.id ?? incoming.headers.authorization ?? '')
    const isOpen = cors && isOfService(incoming)
    const response =
      otherThanSandbox(incoming, client) ??
      (isOpen && isPreflight(incoming)
        ? preflightAnswer(incoming)
        : await answerIncoming(own, client, incoming, gone).catch((error) => {
            if (hasGone(incoming) || gone.aborted || isFailedFetch(error)) throw error
            return unexpected(error, failed)
          }))
    answered(response.status, (performance.now() - began) / 1000)
    return isOpen && !isPreflight(incoming) ? readable(response, incoming.headers.origin) : response
  }
}

/**
 * A request for the service itself, which asks for a key. Controls, agents and teams stay closed to pages. The path is
 * read as that of the request is: `/public/../` leads elsewhere.
 */
const isOfService = (incoming: IncomingMessage): boolean => {
  const path = pathOfTarget(incoming.url)
  const at = `http://localhost${path}`
  return path.startsWith('/') && URL.canParse(at) && new URL(at).pathname.startsWith('/public/')
}

const readable = (response: Response, origin: string | undefined): Response =>
  new platform.Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: readableHeaders(response.headers, origin),
  })

/** Whoever reads the other name, such as a proxy, would let in to something else. */
function hasTwoNames({ rawHeaders, headers: { host }, url = '' }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const named = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return names.length > 1 || (named !== undefined && hostIn(named) !== hostIn(host ?? ''))
}

/** Without the port that the scheme has anyway, and without a user. */
const hostIn = (text: string): string =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).host : text

/** The page is no secret: it asks for the token of the team. Undefined for other paths. */
export function teamPage(
  { url = '', method = 'GET' }: IncomingMessage,
  builtPackage: URL,
): Response | undefined {
  const [path = ''] = url.split('?')
  return uiResponse(TEAM_PAGE, path, method, builtPackage)
}

/** An error that nobody expected is told on one line, where somebody reads lines. */
function unexpected(error: unknown, failed: DoorParts['failed']): Response {
  if (!failed) return internalServerError(error)
  failed(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return new HostAnswer(500, { error: 'the deployment failed; its log says why' })
}

/** The request as one at the origin of its sandbox. */
async function answerIncoming(
  deployment: Deployment,
  client: Client,
  incoming: IncomingMessage,
  gone: AbortSignal,
): Promise<Response> {
  const { id = '' } = client
  const origin = SANDBOX_ID.test(id) ? originIn(deployment, id) : 'http://localhost'
  return answerAt(deployment, client, fetchRequest(origin, incoming, gone))
}

/**
 * A client, and what it asks for. Behind a proxy its address is the last one of `X-Forwarded-For`, which the proxy
 * wrote: it is taken from connections of this machine and of private networks.
 */
function clientOf({ socket, headers }: IncomingMessage, { domain }: Deployment): Client {
  const asked = addressed(headers.host ?? '', (name) => headers[name], domain)
  const { remoteAddress: direct } = socket
  if (direct === undefined) return asked
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return { ...asked, address: forwarded && !leadsOut(direct) ? forwarded : direct }
}
