import type { IncomingMessage } from 'node:http'
import { isFailedFetch } from '../../../errors/network-error'
import { isPreflight } from '../../../events/headers/is-preflight'
import { platform } from '../../../host-time/platform'
import { answerAt } from '../../../sandbox/answer-at'
import type { Deployment } from '../../../sandbox/deployment'
import { HostAnswer } from '../../../sandbox/quotas'
import { addressed, originOf } from '../../../sandbox/route'
import { leadsOut } from '../../../sandbox/targets'
import { internalServerError } from '../../internal-server-error'
import { preflightAnswer, readableHeaders } from '../cors'
import { fetchRequest } from '../request'
import { hasGone } from '../rest-of-request'
import { TEAM_PAGE, uiResponse } from '../ui'
import { DeploymentEntrance } from './entrance'
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
  const otherThanSandbox = (own: Deployment, incoming: IncomingMessage): Response | undefined => {
    if (hasTwoNames(incoming)) return new HostAnswer(400, { error: 'the request names two hosts' })
    if (isOfSandbox(own, incoming)) return undefined
    return healthResponse(health, incoming) ?? (page && teamPage(incoming, page))
  }
  const entrance = new DeploymentEntrance()
  return async (incoming: IncomingMessage, _: unknown, gone: AbortSignal): Promise<Response> => {
    const own = deployment()
    if (!own) return new HostAnswer(503, { error: 'the deployment is starting' }, { 'retry-after': '1' })
    const began = performance.now()
    await entrance.turn(whoseIs(own, incoming))
    const isOpen = cors && isOfService(incoming)
    const response =
      otherThanSandbox(own, incoming) ??
      (isOpen && isPreflight(incoming)
        ? preflightAnswer(incoming)
        : await answerIncoming(own, incoming, gone).catch((error) => {
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
  const path = (incoming.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '')
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

/** The sandbox, or the token of a team. It may be a guess. */
const whoseIs = ({ domain }: Deployment, { headers: { host = '', ...headers } }: IncomingMessage): string =>
  addressed(host, (name) => headers[name], domain).id ?? headers.authorization ?? ''

const isOfSandbox = ({ domain }: Deployment, { headers: { host = '' } }: IncomingMessage): boolean =>
  addressed(host, () => undefined, domain).isByHost

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

const ID = /^[a-z2-7]{22}$/

/** The request as one at the origin of its sandbox. */
async function answerIncoming(
  deployment: Deployment,
  incoming: IncomingMessage,
  gone: AbortSignal,
): Promise<Response> {
  const { domain } = deployment
  const { host = '', ...headers } = incoming.headers
  const { id = '' } = addressed(host, (name) => headers[name], domain)
  const origin = ID.test(id) ? originOf(id, domain) : 'http://localhost'
  return answerAt(deployment, { host, ...addressOf(incoming) }, fetchRequest(origin, incoming, gone))
}

/**
 * The address of a client. Behind a proxy it is the last one of `X-Forwarded-For`, which the proxy wrote: it is taken
 * from connections of this machine and of private networks.
 */
function addressOf({ socket, headers }: IncomingMessage): { readonly address?: string } {
  const { remoteAddress: direct } = socket
  if (direct === undefined) return {}
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return { address: forwarded && !leadsOut(direct) ? forwarded : direct }
}
