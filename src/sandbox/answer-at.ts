/** Many sandboxes behind one fetch handler: authentication of teams, and routing to sandboxes. */

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
 * Answers a request to the deployment. Reports refused access, used-up quotas and failures as events.
 * @throws TypeError if the client must get a network error, as `fetch` throws one
 */
export async function answerAt(deployment: Deployment, client: Client, request: Request): Promise<Response> {
  const { ids, tell } = deployment
  const { pathname } = new URL(request.url)
  const { id, isByHost } = client
  const isTeams = !isByHost && (pathname === SANDBOXES_PATH || pathname.startsWith(`${SANDBOXES_PATH}/`))
  const call: DeploymentCall = { ...deployment, client }
  const team = isTeams ? await teamOf(deployment, request.headers) : undefined
  // An unknown id and a deleted sandbox get the same answer, so that nobody can probe for ids.
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
  // Scanners that try any host name without naming a sandbox cause no event.
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

/** Tokens are looked up by hash, so that response times reveal nothing about a guess. */
async function teamOf({ teams }: Deployment, headers: Headers): Promise<string | undefined> {
  const token = bearerOf(headers)
  if (token === undefined) return undefined
  const hash = await hashOf(token)
  return [...teams].find(([known]) => isEqualSecret(known, hash))?.[1]
}

/**
 * Headers that keep a browser from running a sandbox's response and from guessing its type. They apply to
 * every response of a sandbox.
 */
const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const

/** Headers that affect the whole domain, and headers that make a proxy answer with one of its files. */
const STRIPPED =
  /^(strict-transport-security|clear-site-data|service-worker-allowed|alt-svc|x-accel-.*|x-sendfile|x-lighttpd-.*)$/

/** Filters the headers of a sandbox's response. Faults can set any header, but sandboxes share the domain. */
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

/** Copies a response whose headers are immutable, such as one that was fetched. */
function changeable(response: Response): Response {
  try {
    response.headers.delete('set-cookie2')
    return response
  } catch {
    return new platform.Response(response.body, response)
  }
}
