import type { Organization } from '../../api/organization'
import { isRefusal } from '../../engine/model/refusals'
import { isOptionError, OptionError } from '../../errors/option-error'
import { checkMembers, members, oneOfNames, orUndefined } from '../../errors/reader'
import { isUsageError } from '../../errors/usage-error'
import { platform, utf8Text } from '../../host-time/platform'
import { attempt } from '../../kernel/attempt'
import { isDurationError } from '../../kernel/duration-error'
import { isErasedTimelineError } from '../../kernel/erased-timeline-error'
import { isObject } from '../../kernel/is-object'
import { nearestName } from '../../kernel/nearest-name'
import type { Scenario } from '../../scenario/scenario'
import { readCall } from '../../service/http/checks/json-text'
import { readBytes } from '../../service/http/read-bytes'
import { nearestRoute } from '../../service/http/routes/nearest-route'
import { Router } from '../../service/http/routes/route'
import type { Simulator } from '../../simulator/simulator'
import { TestOverHttp } from '../ending/test-over-http'
import { CHANGE_CONTROLS } from './change-controls'
import { type Control, type ControlSession, PlainText } from './control'
import { CONTROLS_PATH, controlMeantBy } from './controls-path'
import { FAILURE_CONTROLS } from './failure-controls'
import { FORK_CONTROLS, forkedRequest, noFork } from './fork-controls'
import { JUDGING_CONTROLS } from './judging-controls'
import { LOOK_CONTROLS } from './look-controls'
import { Moments } from './moments'
import { RECORD_CONTROLS } from './record-controls'
import { REPEAT_CONTROLS } from './repeat-controls'
import { REQUEST_CONTROLS } from './request-controls'
import { MOMENT_CONTROLS, TIME_CONTROLS } from './time-controls'
import { WEBHOOK_CONTROLS } from './webhook-controls'
import { WORLD_CONTROLS } from './world-controls'

/** All control endpoints (docs/controls.md). */
export const CONTROLS: readonly Control[] = [
  ...CHANGE_CONTROLS,
  ...TIME_CONTROLS,
  ...WORLD_CONTROLS,
  ...MOMENT_CONTROLS,
  ...FORK_CONTROLS,
  ...FAILURE_CONTROLS,
  ...WEBHOOK_CONTROLS,
  ...LOOK_CONTROLS,
  ...REQUEST_CONTROLS,
  ...JUDGING_CONTROLS,
  ...REPEAT_CONTROLS,
  ...RECORD_CONTROLS,
]

/** A single function, because the router distinguishes path parameters by the function that checks them. */
const isPresent = (segment: string): boolean => segment !== ''

const ROUTES = new Router(
  CONTROLS.map((control) => ({
    control,
    method: control.method,
    template: `${CONTROLS_PATH}${control.path}/`,
  })),
  () => isPresent,
)
/** Serves the controls as a fetch handler. The caller must restrict access. */
export function openControls(
  simulator: Simulator,
  scenarios: Readonly<Record<string, Scenario>>,
  hosted: boolean | string = false,
): (request: Request) => Promise<Response> {
  const session: ControlSession = {
    simulator,
    scenarios,
    isHosted: hosted !== false,
    url: typeof hosted === 'string' ? hosted : simulator.baseUrl,
    test: new TestOverHttp(simulator),
    snapshots: new Map(),
    restored: new Map(),
    moments: new Moments(simulator),
    connections: new Map(),
    forks: new Map(),
    forksMade: 0,
  }
  return (request) => answerFrom(session, request)
}

async function answerFrom(session: ControlSession, request: Request): Promise<Response> {
  const forked = forkedRequest(session, request)
  if (forked) {
    const { pathname } = new URL(forked.own.url)
    const isControl = pathname.startsWith(CONTROLS_PATH)
    const meant = controlMeantBy(pathname)
    if (meant) return misspeltControl(pathname, meant)
    if (isControl) return answerFrom(forked.fork, forked.own)
    const { simulator } = forked.fork
    return simulator.portAt('serve')(forked.own)
  }
  const response = await runControl(session, request).catch(refusalOf)
  // A GET may look for things that do not exist, and tests may want the service to refuse a request.
  const { pathname } = new URL(request.url)
  const isMistake = MISSING.has(response.status) || (response.status === 400 && ARRANGING.test(pathname))
  if (CALLS.has(request.method) && isMistake) {
    const { error, errors } = (await response.clone().json()) as { error: string; errors?: unknown }
    if (!errors) session.test.doubt(`${request.method} ${pathname} was refused: ${error}`)
  }
  return response
}

const CALLS: ReadonlySet<string> = new Set(['POST', 'PUT'])
const MISSING: ReadonlySet<number> = new Set([404, 405])
/** A refused body for these paths is a mistake of the test, whatever the state of the world. */
const ARRANGING = /\/(faults|scenarios)\/?$/

async function runControl(session: ControlSession, request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  if (pathname.replace(/\/$/, '') === CONTROLS_PATH && request.method === 'GET')
    return json(200, indexOf(session))
  const match = ROUTES.match(request.method, pathname, true)
  if (match.kind !== 'route') return notThere(session, request.method, pathname, match)
  if (session.isHosted && match.route.control.isLocal) return json(403, { error: NOT_HERE })
  const { control } = match.route
  checkParameters(query, control)
  const organization = query.get('organization')
  const known = session.simulator.organizations()
  if (organization !== null && request.method === 'GET' && !OF_ALL.has(control.path))
    refuseMisspelt(organization, known)
  const read = new ReadOnce(session.simulator)
  try {
    const result = await control.run({
      session,
      simulator: session.simulator,
      get face() {
        if (organization === null) return session.simulator
        const isMade = WRITES.has(request.method) || known.includes(organization)
        if (isMade) return session.simulator.organization(organization)
        return request.method === 'GET' ? read.organization(organization) : refuseUnknown(organization)
      },
      parameters: match.parameters.map(decoded),
      query,
      body: await bodyOf(request, control),
      accepts: query.get('format') === 'text' ? 'text/plain' : (request.headers.get('accept') ?? ''),
      signal: request.signal,
    })
    if (result instanceof PlainText) return text(result)
    return json(200, result === undefined ? { ok: true } : result)
  } finally {
    read.end()
  }
}

function refuseUnknown(name: string): never {
  throw new OptionError('organization', `there is no organisation ${name}`)
}

/** Methods that create a missing organisation. */
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Reads a missing organisation in a fork, so that reading does not create it. It is empty. */
class ReadOnce {
  #fork: Simulator | undefined

  constructor(private readonly simulator: Simulator) {}

  organization(name: string): Organization {
    this.#fork ??= attempt(() => this.simulator.forkFor('dry run'))
    return this.#fork?.organization(name) ?? refuseUnknown(name)
  }

  end(): void {
    this.#fork?.[Symbol.dispose]()
  }
}

/** Controls about all organisations. A panel may still send the name of one that a reset removed. */
const OF_ALL: ReadonlySet<string> = new Set([
  '/organizations',
  '/changes',
  '/timeline',
  '/timeline/forgotten',
  '/moments',
  '/clock',
])

/** Refuses a name close to a known one: a missing organisation is empty, which hides a misspelling. */
function refuseMisspelt(name: string, known: readonly string[]): void {
  const near = known.includes(name) ? undefined : nearestName(name, known)
  if (near !== undefined && unnumbered(near) !== unnumbered(name)) oneOfNames(known)(name, 'organization')
}

/** Removes what differs within a series of names, such as org-1 and org-2, or team-a and team-b. */
const unnumbered = (name: string): string => name.replace(/\d+|(?<=[-_. ])[a-z]$/gi, '')

function checkParameters(query: URLSearchParams, { method, takes = {} }: Control): void {
  if (method === 'GET' && takes === '*') return
  const own = method === 'GET' ? Object.keys(takes) : []
  checkMembers('', Object.fromEntries(query), [...own, 'organization', 'format'])
  if (query.has('format')) readFormat(query.get('format'), 'format')
}

const readFormat = oneOfNames(['json', 'text', 'html'])

const NOT_HERE = 'this control works on the machine of the simulator only'

const decoded = (segment: string): string => attempt(() => decodeURIComponent(segment)) ?? segment

/** The longest body in bytes, unless a control sets another limit. */
const BODY_AT_MOST = 10 * 1024 * 1024

async function bodyOf(
  request: Request,
  { takes = {}, bodyAtMost = BODY_AT_MOST }: Control,
): Promise<Readonly<Record<string, unknown>>> {
  const { bytes, isCut } = await readBytes(request, bodyAtMost, request.signal, 'reject')
  if (isCut) throw new OptionError('body', `the body has more than ${bodyAtMost} bytes`)
  const body = readCall(utf8Text(bytes))
  if (!isObject(body)) throw new OptionError('body', 'the body must be a JSON object')
  if (takes === '*') return body
  const readers = Object.entries(takes).map(([name, read]) => [name, orUndefined(read)] as const)
  return members(Object.fromEntries(readers))(body, '')
}

const indexOf = ({ simulator, isHosted, url }: ControlSession) => ({
  baseUrl: url,
  apiKey: simulator.apiKey,
  now: simulator.clock.now,
  organizations: simulator.organizations(),
  controls: CONTROLS.filter(({ isLocal }) => !(isHosted && isLocal)).map(({ method, path, does, takes }) => ({
    call: `${method} ${CONTROLS_PATH}${path}`,
    does,
    ...(takes !== undefined &&
      takes !== '*' &&
      Object.keys(takes).length > 0 && { takes: Object.keys(takes) }),
  })),
})

/** The response for a path that begins almost like a control's. */
export const misspeltControl = (path: string, meant: string): Response =>
  json(404, { error: `there is no ${path}, perhaps ${meant}` })

function notThere(
  session: ControlSession,
  method: string,
  pathname: string,
  match: Exclude<ReturnType<typeof ROUTES.match>, { kind: 'route' }>,
): Response {
  const path = pathname.replace(/\/$/, '')
  if (match.kind === 'nothing') {
    const gone = noFork(session, path)
    if (gone) return json(404, { error: gone.message, option: gone.option })
    const nearest = controlNearest(method, path)
    const meant = nearest ? `, perhaps ${nearest.method} ${nearest.template.slice(0, -1)}` : ''
    return json(404, { error: `there is no control ${path}${meant}; GET ${CONTROLS_PATH} lists them` })
  }
  const allow = match.allow.join(', ')
  return json(405, { error: `${path} takes ${allow}` }, { allow })
}

/** Words of other mock servers, with the words of these controls. */
const PATH_WORDS: Readonly<Record<string, string>> = {
  ...{ checkpoint: 'snapshots', checkpoints: 'snapshots', savepoints: 'snapshots' },
  ...{ time: 'clock', requests: 'traffic', journal: 'traffic', mocks: 'faults' },
}

/** The control that was probably meant, if the path contains a name close to one of its names. */
function controlNearest(method: string, path: string): (typeof ROUTES.all)[number] | undefined {
  const names = path.split('/').slice(2)
  const asked = names.map((name) => (Object.hasOwn(PATH_WORDS, name) ? PATH_WORDS[name] : name) ?? name)
  const nearest = nearestRoute(ROUTES.all, method, [CONTROLS_PATH, ...asked].join('/'))
  const words = nearest?.template.split('/').slice(2) ?? []
  return asked.some((name) => nearestName(name, words) !== undefined) ? nearest : undefined
}

/** Converts a caller's mistake to a response. Any other error is a bug, and is rethrown. */
function refusalOf(error: unknown): Response {
  if (isOptionError(error)) return json(400, { error: error.message, option: error.option })
  if (isDurationError(error)) return json(400, { error: error.message, option: 'duration' })
  if (isRefusal(error)) return json(error.status, { error: error.message, errors: error.errors })
  if (isUsageError(error) || isErasedTimelineError(error)) return json(409, { error: error.message })
  throw error
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new platform.Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })

const text = ({ text: body, type }: PlainText): Response =>
  new platform.Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
  })
