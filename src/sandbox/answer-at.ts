/** Many sandboxes behind one function of web requests: their teams, and the way to each of them. */

import { platform } from '../host-time/platform'
import { isEqualSecret } from '../kernel/is-equal-secret'
import { readAgentMessage } from './agent-message'
import { type Client, noteTry, overTries } from './attempt-limiter'
import { type Deployment, type DeploymentCall, noName, noSandbox } from './deployment'
import { refusalTold } from './events'
import { hashOf } from './ids-and-tokens'
import { HostAnswer } from './quotas'
import { bearerOf, originIn } from './route'
import { answerTo } from './storage-answer'
import { answerTeam, SANDBOXES_PATH } from './team-calls'

const AGENTS_PATH = '/mcp'

/**
 * Answers a request to the deployment, and tells of it if access was refused, a quota is used up or something failed.
 * @throws TypeError if the client must get a network error, as `fetch` throws one
 */
export async function answerAt(deployment: Deployment, client: Client, request: Request): Promise<Response> {
  const { ids, tell } = deployment
  const { pathname } = new URL(request.url)
  const { id, isByHost } = client
  const isTeams = !isByHost && (pathname === SANDBOXES_PATH || pathname.startsWith(`${SANDBOXES_PATH}/`))
  const call: DeploymentCall = { ...deployment, client }
  const team = isTeams ? await teamOf(deployment, request.headers) : undefined
  // Nobody learns whether an id was never made or is gone.
  const isProven = !isTeams && id !== undefined && (ids.isKnown(id) || (await ids.isGenuine(id)))
  const sandbox = isProven ? id : undefined
  const subject = team ?? sandbox
  const isTried = id !== undefined || ['authorization', 'x-api-key'].some((name) => request.headers.has(name))
  const response =
    overTries(call, subject) ??
    (await (isTeams
      ? answerTeam(call, team, request, pathname)
      : answerOne(call, sandbox, isTried, request, pathname)))
  if (isTried) noteTry(call, subject, response)
  const told = tell && response instanceof HostAnswer ? refusalTold(request, response) : undefined
  // Programs that look for something on any host name no sandbox.
  if (told && (told.status !== 404 || isTeams || id !== undefined))
    tell?.({
      ...told,
      ...(team !== undefined && { team }),
      ...(sandbox !== undefined && { sandbox }),
      ...(client.address !== undefined && { address: client.address }),
    })
  return response
}

async function answerOne(
  deployment: Deployment,
  id: string | undefined,
  isTried: boolean,
  request: Request,
  pathname: string,
): Promise<Response> {
  const { fleet, agents, quotas } = deployment
  if (id === undefined) return isTried ? noSandbox() : noName()
  const reached = async (one: Request): Promise<Response> =>
    guarded((await fleet.fetch(id, one)) ?? noSandbox())
  try {
    if (pathname !== AGENTS_PATH || !agents) return await reached(request)
    return await agents(request, {
      url: originIn(deployment, id),
      fetch: reached,
      read: (sent) => readAgentMessage(sent, quotas.body),
      inTurn: (piece) => fleet.work?.(id, piece) ?? piece(),
    })
  } catch (error) {
    return answerTo(error)
  }
}

/** Tokens are found by their hashes, so that no comparison takes longer for a better guess. */
async function teamOf({ teams }: Deployment, headers: Headers): Promise<string | undefined> {
  const token = bearerOf(headers)
  if (token === undefined) return undefined
  const hash = await hashOf(token)
  return [...teams].find(([known]) => isEqualSecret(known, hash))?.[1]
}

/**
 * Headers that keep a browser from running what a sandbox answers, from guessing its type and from keeping cookies for
 * other names.
 */
const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const

/** Headers that speak for the whole domain, and those by which proxies answer with a file of their own. */
const STRIPPED =
  /^(strict-transport-security|clear-site-data|service-worker-allowed|alt-svc|x-accel-.*|x-sendfile|x-lighttpd-.*)$/

/** An answer of a sandbox as it leaves. Its faults have any header and body, but the domain belongs to others, too. */
function guarded(given: Response): Response {
  const response = changeable(given)
  const { headers } = response
  for (const [name, value] of Object.entries(GUARDS)) headers.set(name, value)
  for (const name of [...headers.keys()]) if (STRIPPED.test(name)) headers.delete(name)
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) if (!/;\s*domain\s*=/i.test(cookie)) headers.append('set-cookie', cookie)
  return response
}

/** A response from elsewhere, such as from an object of the platform, cannot be changed. */
function changeable(response: Response): Response {
  try {
    response.headers.delete('set-cookie2')
    return response
  } catch {
    return new platform.Response(response.body, response)
  }
}
