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
  /** Returns undefined until the deployment is made. */
  deployment(): Deployment | undefined
  readonly health: Health
  /** The folder of the built package, if the page of a team is served. */
  readonly page: URL | undefined
  /** True if pages of other origins may call the service of a sandbox. */
  readonly cors: boolean
  answered(status: number, seconds: number): void
  /** Called with unexpected errors. */
  readonly failed: ((error: string) => void) | undefined
}

/** Handles all requests to a deployment. Rejects if the client must get a network error. */
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
    // The client's claim of a sandbox or of a team's token, which is not checked yet.
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
 * True for a request to the service, which needs a key. Controls, agents and teams stay closed to pages. The
 * path is normalized, because `/public/../` leads elsewhere.
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

/** A proxy that reads the other host name might grant access to another sandbox. */
function hasTwoNames({ rawHeaders, headers: { host }, url = '' }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const named = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return names.length > 1 || (named !== undefined && hostIn(named) !== hostIn(host ?? ''))
}

/** Removes the scheme's default port, and the user. */
const hostIn = (text: string): string =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).host : text

/** The team's page, which is no secret, because it asks for the team's token. Undefined for other paths. */
export function teamPage(
  { url = '', method = 'GET' }: IncomingMessage,
  builtPackage: URL,
): Response | undefined {
  const [path = ''] = url.split('?')
  return uiResponse(TEAM_PAGE, path, method, builtPackage)
}

/** Reports an unexpected error on one line if a listener for events reads lines. */
function unexpected(error: unknown, failed: DoorParts['failed']): Response {
  if (!failed) return internalServerError(error)
  failed(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return new HostAnswer(500, { error: 'the deployment failed; its log says why' })
}

/** Rewrites the request to the origin of its sandbox, and answers it. */
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
 * The client and the sandbox that it addresses. Behind a proxy the client's address is the last one in
 * `X-Forwarded-For`. That header is trusted only from connections of this machine and of private networks.
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
