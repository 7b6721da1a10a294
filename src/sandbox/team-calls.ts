import { isOptionError } from '../errors/option-error'
import { endAfter } from '../errors/reader'
import { utf8Text } from '../host-time/platform'
import type { DurationInput } from '../kernel/duration'
import { readCall } from '../service/http/checks/json-text'
import { readBytes } from '../service/http/read-bytes'
import { type Deployment, type DeploymentCall, noSandbox } from './deployment'
import type { Fleet } from './fleet'
import { hashOf, newKey, newToken } from './ids-and-tokens'
import { type CreateRequest, readChange, readCreateRequest } from './options'
import { HostAnswer, overQuota, type Quotas } from './quotas'
import { urlIn } from './route'
import type { Listed, SandboxHead } from './storage'
import { answerTo } from './storage-answer'
import { WorldJob } from './world-job'
import type { Copy, WorldSource } from './worlds'

export const SANDBOXES_PATH = '/__sandboxes'
const CALLS =
  `${SANDBOXES_PATH} takes GET and POST, /bin GET, /{id} PATCH and DELETE, ` +
  '/{id}/fork, /{id}/credentials and /{id}/restore POST'
const PAGE = 100
/** Seconds to wait for a free place, which is a guess: nobody knows when a sandbox will be deleted. */
const A_MINUTE = 60
const BIN = 'bin'
/** Calls that also accept a sandbox in the bin. */
const OF_THE_BIN: ReadonlySet<string> = new Set(['DELETE {}', 'POST {}/restore'])

export async function answerTeam(
  deployment: DeploymentCall,
  team: string | undefined,
  request: Request,
  pathname: string,
): Promise<Response> {
  if (team === undefined)
    return new HostAnswer(401, { error: 'the token of a team is needed: Authorization: Bearer ...' })
  const [id, verb, ...rest] = pathname
    .slice(SANDBOXES_PATH.length + 1)
    .split('/')
    .filter((part) => part !== '')
  const { fleet, tell } = deployment
  const call = `${request.method} ${id === undefined ? '' : '{}'}${verb === undefined ? '' : `/${verb}`}`
  if (rest.length > 0) return new HostAnswer(404, { error: `there is no ${pathname}` })
  if (id === BIN && call === 'GET {}') return new HostAnswer(200, { sandboxes: await fleet.bin(team) })
  if (id !== undefined && !(await isOwn(deployment, team, id, OF_THE_BIN.has(call)))) return noSandbox()
  const own = id ?? ''
  try {
    switch (call) {
      case 'GET ':
        return await list(deployment, team, new URL(request.url).searchParams.get('after') ?? '')
      case 'POST ':
        return await create(deployment, team, request)
      case 'DELETE {}':
        await fleet.remove(team, own)
        tell?.({ event: 'deleted', team, sandbox: own })
        return new HostAnswer(200, { ok: true })
      case 'PATCH {}':
        return await change(deployment, team, request, own)
      case 'POST {}/restore':
        return await restore(deployment, team, own)
      case 'POST {}/fork':
        return await create(deployment, team, request, id)
      case 'POST {}/credentials':
        return await renew(deployment, team, own)
      default:
        return new HostAnswer(405, { error: CALLS })
    }
  } catch (error) {
    if (isOptionError(error)) return new HostAnswer(400, { error: error.message, option: error.option })
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

async function restore({ fleet, quotas, tell }: Deployment, team: string, id: string): Promise<Response> {
  const state = await fleet.restore(team, id, quotas.sandboxes)
  if (state === 'full') return tooMany(quotas)
  if (state === 'missing') return noSandbox()
  tell?.({ event: 'restored', team, sandbox: id })
  return new HostAnswer(200, { ok: true })
}

const tooMany = ({ sandboxes }: Quotas): Response =>
  overQuota(429, 'sandboxes', `a team has at most ${sandboxes} sandboxes`, A_MINUTE)

async function list(deployment: Deployment, team: string, after: string): Promise<Response> {
  const found = await deployment.fleet.page(team, after, PAGE + 1)
  const sandboxes = found.slice(0, PAGE).map((one) => withUrl(one, deployment))
  return new HostAnswer(200, { sandboxes, next: found.length > PAGE ? (sandboxes.at(-1)?.id ?? null) : null })
}

const withUrl = (one: Listed, deployment: Deployment) => ({
  ...one,
  rowsAtMost: deployment.quotas.rows,
  url: urlIn(deployment, one.id),
})

async function change(deployment: Deployment, team: string, request: Request, id: string): Promise<Response> {
  const { fleet, now, tell } = deployment
  const body = await teamCallOf(request)
  if (body === undefined) return overQuota(413, 'body', `a body has at most ${CALL_AT_MOST} bytes`)
  const { name, expiresIn } = readChange(body.value, '')
  const expires = expiresIn === undefined ? undefined : endOf(expiresIn, now())
  const changed = await fleet.change(team, id, {
    ...(name !== undefined && { name }),
    ...(expires !== undefined && { expires }),
  })
  if (!changed) return noSandbox()
  tell?.({ event: 'changed', team, sandbox: id })
  return new HostAnswer(200, withUrl(changed, deployment))
}

/** Issues a new key and token for lost ones. The old token ends; old keys stay valid as rows of the world. */
async function renew(deployment: Deployment, team: string, id: string): Promise<Response> {
  const { fleet, tell } = deployment
  const [apiKey, adminToken] = [newKey(id), newToken(id)]
  if (!(await fleet.change(team, id, { apiKey, tokenHash: await hashOf(adminToken) }))) return noSandbox()
  tell?.({ event: 'renewed', team, sandbox: id })
  return new HostAnswer(200, { id, url: urlIn(deployment, id), apiKey, adminToken })
}

/** @throws OptionError */
const endOf = (expiresIn: DurationInput | null, now: number): number | null =>
  expiresIn === null ? null : endAfter(now)(expiresIn, 'expiresIn')

async function create(
  deployment: DeploymentCall,
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
  // Copying needs a job of its own, which would wait forever for this one to end.
  if (typeof from === 'string') requested.source?.end()
  let source: Beginning['source'] = typeof from === 'string' ? undefined : (requested.source ?? from)
  try {
    const copy = typeof from === 'string' ? await copyOf(deployment, team, from) : undefined
    if (copy === null) return noSandbox()
    source = copy?.world ?? source
    return await make(deployment, team, requested.createRequest, { from, source, copy })
  } finally {
    if (source instanceof WorldJob) source.end()
  }
}

interface Beginning {
  readonly from: CreateRequest['from']
  readonly source: WorldSource | WorldJob | undefined
  readonly copy: Copy | undefined
}

async function make(
  deployment: DeploymentCall,
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
  return new HostAnswer(201, { id, url: urlIn(deployment, id), apiKey, adminToken })
}

type Made = CreateRequest & Pick<SandboxHead, 'id' | 'clock'> & { readonly adminToken: string }

async function headOf(
  { now }: Deployment,
  team: string,
  { id, adminToken, name, clock, options, expiresIn = null }: Made,
): Promise<SandboxHead> {
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

/** The longest body of a team's call without a world, in bytes. */
const CALL_AT_MOST = 64 * 1024

/** Undefined if the body is too long. */
async function teamCallOf(request: Request): Promise<{ readonly value: unknown } | undefined> {
  const { bytes, isCut } = await readBytes(request, CALL_AT_MOST, request.signal, 'reject')
  return isCut ? undefined : { value: readCall(utf8Text(bytes)) }
}

interface Wished {
  readonly createRequest: CreateRequest
  /** A world that another thread has read. */
  readonly source?: WorldJob
}

/** Undefined if the body is too long. @throws OptionError */
async function createRequestOf(
  { fleet, quotas }: { readonly fleet: Fleet; readonly quotas: Quotas },
  team: string,
  request: Request,
  original: string | undefined,
): Promise<Wished | undefined> {
  // A world in the body may be as large as a sandbox's quota.
  const most = original === undefined ? quotas.rows : CALL_AT_MOST
  const { bytes, isCut } = await readBytes(request, most, request.signal, 'reject')
  if (isCut) return undefined
  const isLong = bytes.length > CALL_AT_MOST
  const text = utf8Text(bytes)
  // Only a body with a world may be long.
  if (isLong && !text.includes('"from"')) return undefined
  return (
    (isLong && (await fleet.read?.(team, bytes))) || { createRequest: readCreateRequest(readCall(text), '') }
  )
}
