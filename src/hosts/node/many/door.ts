import type { IncomingMessage } from 'node:http'
import { answerAt, type Deployment } from '../../../sandbox/deployment'
import { hostAnswer } from '../../../sandbox/quotas'
import { addressed, originOf } from '../../../sandbox/route'
import { internalServerError } from '../../internal-server-error'
import { fetchRequest } from '../request'
import { TEAM_PAGE, uiResponse } from '../ui'
import { addressOf } from './client-address'
import { type Health, healthResponse } from './health'

interface DoorParts {
  /** Undefined until it is made. */
  deployment(): Deployment | undefined
  readonly health: Health
  /** The folder of the built package, if the page of a team is served. */
  readonly page: URL | undefined
  answered(status: number, seconds: number): void
  /** Learns of errors that nobody expected. */
  readonly failed: ((error: string) => void) | undefined
}

/** All requests to a deployment. Rejects if the client must get a network error. */
export const doorOf =
  ({ deployment, health, page, answered, failed }: DoorParts) =>
  async (incoming: IncomingMessage): Promise<Response> => {
    const own = deployment()
    if (!own) return hostAnswer(503, { error: 'the deployment is starting' }, { 'retry-after': '1' })
    const began = performance.now()
    const other = isOfSandbox(own, incoming)
      ? undefined
      : (healthResponse(health, incoming) ?? (page && teamPage(incoming, page)))
    const response =
      other ?? (await answerIncoming(own, incoming).catch((error) => unlessNetworkError(error, failed)))
    answered(response.status, (performance.now() - began) / 1000)
    return response
  }

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
function unlessNetworkError(error: unknown, failed: DoorParts['failed']): Response {
  if (error instanceof TypeError && error.message === 'Failed to fetch') throw error
  if (!failed) return internalServerError(error)
  failed(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return hostAnswer(500, { error: 'the deployment failed; its log says why' })
}

const ID = /^[a-z2-7]{22}$/

/** The request as one at the origin of its sandbox. */
async function answerIncoming(deployment: Deployment, incoming: IncomingMessage): Promise<Response> {
  const { domain } = deployment
  const { host = '', ...headers } = incoming.headers
  const { id = '' } = addressed(host, (name) => headers[name], domain)
  const origin = ID.test(id) ? originOf(id, domain) : 'http://localhost'
  return answerAt(deployment, { host, ...addressOf(incoming) }, fetchRequest(origin, incoming))
}
