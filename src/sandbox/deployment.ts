/** Many sandboxes behind one function of web requests: their teams, and the way to each of them. */
import { isOptionError } from '../errors/option-error'
import { endAfter } from '../errors/reader'
import type { DurationInput } from '../kernel/duration'
import { readAgentMessage, type ServedToAgents } from './agent-message'
import { refusalTold, type Tell } from './events'
import type { Fleet } from './fleet'
import { guarded } from './guarded'
import { areEqual, hashOf, type Ids, newKey, newToken } from './ids-and-tokens'
import { type CreateRequest, readChange } from './options'
import { HostAnswer, hostAnswer, overQuota, type Quotas } from './quotas'
import { addressed, bearerOf, originOf } from './route'
import type { Listed, SandboxInfo } from './storage'
import { answerTo } from './storage-answer'
import { CALL_AT_MOST, createRequestOf, teamCallOf } from './team-requests'
import { type Client, noteTry, overTries, type Tries } from './tries'
import { WorldJob } from './world-job'
import type { Copy, WorldSource } from './worlds'

export interface Deployment {
  readonly fleet: Fleet
  readonly ids: Ids
  /** Sandboxes are reached at `<id>.<domain>`. */
  readonly domain: string
  /** The address of a sandbox. @default `<id>.<domain>` */
  urlOf?(id: string): string
  /** The name of each team, by the hashes of its tokens. */
  readonly teams: ReadonlyMap<string, string>
  readonly quotas: Quotas
  /** Milliseconds since 1970. */
  now(): number
  /** Learns what an operator may want to know. */
  readonly tell?: Tell
  /** Wrong tokens and ids, where the addresses of clients are known. */
  readonly tries?: Tries
  /** Answers an agent of a sandbox, whose service and controls are behind `fetch`. */
  agents?(request: Request, served: ServedToAgents): Promise<Response>
}

const AGENTS_PATH = '/mcp'
const SANDBOXES_PATH = '/__sandboxes'
const CALLS =
  `${SANDBOXES_PATH} takes GET and POST, /bin GET, /{id} PATCH and DELETE, ` +
  '/{id}/fork, /{id}/credentials and /{id}/restore POST'
const PAGE = 100
/** Seconds. When somebody deletes a sandbox is not known. */
const A_MINUTE = 60
const BIN = 'bin'
/** Calls about a sandbox that may lie in the bin. */
const OF_THE_BIN: ReadonlySet<string> = new Set(['DELETE {}', 'POST {}/restore'])

/** A request under way. */
type Call = Deployment & { readonly client: Client }

/**
 * Answers a request to the deployment, and tells of it if access was refused, a quota is used up or something failed.
 * @throws TypeError if the client must get a network error, as `fetch` throws one
 */
export async function answerAt(deployment: Deployment, client: Client, request: Request): Promise<Response> {
  const { domain, ids, tell } = deployment
  const { pathname } = new URL(request.url)
  const { id, isByHost } = addressed(client.host, (name) => request.headers.get(name), domain)
  const isTeams = !isByHost && (pathname === SANDBOXES_PATH || pathname.startsWith(`${SANDBOXES_PATH}/`))
  const call: Call = { ...deployment, client }
  const team = isTeams ? await teamOf(deployment, request.headers) : undefined
  // Nobody learns whether an id was never made or is gone.
  const isProven = !isTeams && id !== undefined && (ids.isKnown(id) || (await ids.isGenuine(id)))
  const sandbox = isProven ? id : undefined
  const subject = team ?? sandbox
  const response =
    overTries(call, subject) ??
    (await (isTeams
      ? answerTeam(call, team, request, pathname)
      : answerOne(call, sandbox, request, pathname)))
  noteTry(call, subject, response instanceof HostAnswer ? response.status : 200)
  const told = tell && response instanceof HostAnswer ? refusalTold(request, response) : undefined
  if (told)
    tell?.({
      ...told,
      ...(team !== undefined && { team }),
      ...(sandbox !== undefined && { sandbox }),
      ...(client.address !== undefined && { address: client.address }),
    })
  return response
}

async function answerOne(
  { domain, fleet, agents, quotas }: Deployment,
  id: string | undefined,
  request: Request,
  pathname: string,
): Promise<Response> {
  if (id === undefined) return noSandbox()
  const reached = async (one: Request): Promise<Response> =>
    guarded((await fleet.fetch(id, one)) ?? noSandbox())
  try {
    if (pathname !== AGENTS_PATH || !agents) return await reached(request)
    return await agents(request, {
      url: originOf(id, domain),
      fetch: reached,
      read: (sent) => readAgentMessage(sent, quotas.body),
      inTurn: (piece) => fleet.work?.(id, piece) ?? piece(),
    })
  } catch (error) {
    return answerTo(error)
  }
}

const noSandbox = (): Response =>
  hostAnswer(404, { error: 'there is no such sandbox: its host name, its key or its token names it' })

async function answerTeam(
  deployment: Call,
  team: string | undefined,
  request: Request,
  pathname: string,
): Promise<Response> {
  if (team === undefined)
    return hostAnswer(401, { error: 'the token of a team is needed: Authorization: Bearer ...' })
  const [id, verb, ...rest] = pathname
    .slice(SANDBOXES_PATH.length + 1)
    .split('/')
    .filter((part) => part !== '')
  const { fleet, tell } = deployment
  const call = `${request.method} ${id === undefined ? '' : '{}'}${verb === undefined ? '' : `/${verb}`}`
  if (rest.length > 0) return hostAnswer(404, { error: `there is no ${pathname}` })
  if (id === BIN && call === 'GET {}') return hostAnswer(200, { sandboxes: await fleet.bin(team) })
  if (id !== undefined && !(await isOwn(deployment, team, id, OF_THE_BIN.has(call)))) return noSandbox()
  const own = id ?? ''
  try {
    switch (call) {
      case 'GET ':
        return await listed(deployment, team, new URL(request.url).searchParams.get('after') ?? '')
      case 'POST ':
        return await created(deployment, team, request)
      case 'DELETE {}':
        await fleet.remove(team, own)
        tell?.({ event: 'deleted', team, sandbox: own })
        return hostAnswer(200, { ok: true })
      case 'PATCH {}':
        return await changed(deployment, team, request, own)
      case 'POST {}/restore':
        return await restored(deployment, team, own)
      case 'POST {}/fork':
        return await created(deployment, team, request, id)
      case 'POST {}/credentials':
        return await renewed(deployment, team, own)
      default:
        return hostAnswer(405, { error: CALLS })
    }
  } catch (error) {
    if (isOptionError(error)) return hostAnswer(400, { error: error.message, option: error.option })
    return answerTo(error)
  }
}

async function isOwn(
  { fleet, ids }: Deployment,
  team: string,
  id: string,
  alsoBinned: boolean,
): Promise<boolean> {
  if (!(await ids.isGenuine(id))) return false
  return (await fleet.has(team, id)) || (alsoBinned && (await fleet.bin(team)).some((one) => one.id === id))
}

async function restored({ fleet, quotas, tell }: Deployment, team: string, id: string): Promise<Response> {
  const state = await fleet.restore(team, id, quotas.sandboxes)
  if (state === 'full') return tooMany(quotas)
  if (state === 'missing') return noSandbox()
  tell?.({ event: 'restored', team, sandbox: id })
  return hostAnswer(200, { ok: true })
}

const tooMany = ({ sandboxes }: Quotas): Response =>
  overQuota(429, 'sandboxes', `a team has at most ${sandboxes} sandboxes`, A_MINUTE)

/** Tokens are found by their hashes, so that no comparison takes longer for a better guess. */
async function teamOf({ teams }: Deployment, headers: Headers): Promise<string | undefined> {
  const token = bearerOf(headers)
  if (token === undefined) return undefined
  const hash = await hashOf(token)
  return [...teams].find(([known]) => areEqual(known, hash))?.[1]
}

async function listed(deployment: Deployment, team: string, after: string): Promise<Response> {
  const found = await deployment.fleet.page(team, after, PAGE + 1)
  const sandboxes = found.slice(0, PAGE).map((one) => withUrl(one, deployment))
  return hostAnswer(200, { sandboxes, next: found.length > PAGE ? (sandboxes.at(-1)?.id ?? null) : null })
}

const urlOf = ({ urlOf: own, domain }: Deployment, id: string): string => own?.(id) ?? originOf(id, domain)

const withUrl = (one: Listed, deployment: Deployment) => ({
  ...one,
  rowsAtMost: deployment.quotas.rows,
  url: urlOf(deployment, one.id),
})

async function changed(
  deployment: Deployment,
  team: string,
  request: Request,
  id: string,
): Promise<Response> {
  const { fleet, now, tell } = deployment
  const body = await teamCallOf(request)
  if (body === undefined) return overQuota(413, 'body', `a body has at most ${CALL_AT_MOST} bytes`)
  const { name, expiresIn } = readChange(body.value, '')
  const expires = expiresIn === undefined ? undefined : endOf(expiresIn, now())
  const listed = await fleet.change(team, id, {
    ...(name !== undefined && { name }),
    ...(expires !== undefined && { expires }),
  })
  if (!listed) return noSandbox()
  tell?.({ event: 'changed', team, sandbox: id })
  return hostAnswer(200, withUrl(listed, deployment))
}

/** A key and a token in the place of those that were lost. The old token ends; old keys are rows of the world. */
async function renewed(deployment: Deployment, team: string, id: string): Promise<Response> {
  const { fleet, tell } = deployment
  const [apiKey, adminToken] = [newKey(id), newToken(id)]
  if (!(await fleet.change(team, id, { apiKey, tokenHash: await hashOf(adminToken) }))) return noSandbox()
  tell?.({ event: 'renewed', team, sandbox: id })
  return hostAnswer(200, { id, url: urlOf(deployment, id), apiKey, adminToken })
}

/** @throws OptionError */
const endOf = (expiresIn: DurationInput | null, now: number): number | null =>
  expiresIn === null ? null : endAfter(now)(expiresIn, 'expiresIn')

async function created(
  deployment: Call,
  team: string,
  request: Request,
  original?: string,
): Promise<Response> {
  const { quotas, fleet } = deployment
  const refused = fleet.refusal?.(team)
  if (refused) return refused
  const requested = await createRequestOf(deployment, team, request, original)
  if (requested === undefined)
    return overQuota(
      413,
      'rows',
      `a world has at most ${quotas.rows} bytes, and a body without one ${CALL_AT_MOST}`,
    )
  const from = original ?? requested.createRequest.from
  // The job of a copy waits until this one has ended.
  if (typeof from === 'string') requested.source?.end()
  let source: Beginning['source'] = typeof from === 'string' ? undefined : (requested.source ?? from)
  try {
    const copy = typeof from === 'string' ? await copyOf(deployment, team, from) : undefined
    if (copy === null) return noSandbox()
    source = copy?.world ?? source
    return await made(deployment, team, requested.createRequest, { from, source, copy })
  } finally {
    if (source instanceof WorldJob) source.end()
  }
}

interface Beginning {
  readonly from: CreateRequest['from']
  readonly source: WorldSource | WorldJob | undefined
  readonly copy: Copy | undefined
}

async function made(
  deployment: Call,
  team: string,
  createRequest: CreateRequest,
  { from, source, copy }: Beginning,
): Promise<Response> {
  const { fleet, ids, quotas, tell, tries, client } = deployment
  const clock = createRequest.clock ?? copy?.clock ?? 'live'
  const id = await ids.make()
  const [apiKey, adminToken] = [newKey(id), newToken(id)]
  const own = await headOf(deployment, team, { ...createRequest, clock, id, adminToken })
  const head = copy ? { ...own, world: copy.of } : own
  const isMade = await fleet.create({ head, apiKey, ...(source && { source }) }, quotas.sandboxes)
  if (!isMade) return tooMany(quotas)
  if (client.address !== undefined) tries?.succeeded(client.address, id)
  tell?.({
    event: 'created',
    team,
    sandbox: id,
    name: createRequest.name,
    ...(typeof from === 'string' && { from }),
  })
  return hostAnswer(201, { id, url: urlOf(deployment, id), apiKey, adminToken })
}

type Made = CreateRequest & Pick<SandboxInfo, 'id' | 'clock'> & { readonly adminToken: string }

async function headOf(
  { now }: Deployment,
  team: string,
  { id, adminToken, name, clock, options, expiresIn = null }: Made,
): Promise<SandboxInfo> {
  const created = now()
  const expires = endOf(expiresIn, created)
  const tokenHash = await hashOf(adminToken)
  return { id, team, name, clock, options, created, tokenHash, ...(expires !== null && { expires }) }
}

/** Null if the team has no such sandbox. */
async function copyOf({ fleet, ids }: Deployment, team: string, id: string): Promise<Copy | null> {
  if (!((await ids.isGenuine(id)) && (await fleet.has(team, id)))) return null
  return (await fleet.copy(id)) ?? null
}
