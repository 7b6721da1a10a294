import { isRefusal } from '../engine/model/errors'
import { Router } from '../http/routes/router'
import { isDurationError } from '../kernel/duration-error'
import { isErasedTimelineError } from '../kernel/erased-timeline-error'
import { isOptionError, OptionError } from '../option-error'
import type { Scenario } from '../scenario/scenario'
import type { Simulator } from '../simulator'
import { isUsageError } from '../usage-error'
import { type Control, type ControlSession, PlainText } from './control'
import { FAILURE_CONTROLS } from './failure-controls'
import { LOOK_CONTROLS } from './look-controls'
import { RECORD_CONTROLS } from './record-controls'
import { TIME_CONTROLS } from './time-controls'
import { WEBHOOK_CONTROLS } from './webhook-controls'
import { WORLD_CONTROLS } from './world-controls'

export const CONTROLS_PATH = '/__simulator'

/** Everything that can be done over HTTP (docs/controls.md). */
export const CONTROLS: readonly Control[] = [
  ...TIME_CONTROLS,
  ...WORLD_CONTROLS,
  ...FAILURE_CONTROLS,
  ...WEBHOOK_CONTROLS,
  ...LOOK_CONTROLS,
  ...RECORD_CONTROLS,
]

const isPresent = (segment: string): boolean => segment !== ''

const ROUTES = new Router(
  CONTROLS.map((control) => ({
    control,
    method: control.method,
    template: `${CONTROLS_PATH}${control.path}/`,
  })),
  () => isPresent,
)
type ControlMatch = ReturnType<typeof ROUTES.match>

/**
 * A simulator's controls as a function of web requests, for clients outside of its process. The caller decides
 * who may use it.
 */
export function openControls(
  simulator: Simulator,
  scenarios: Readonly<Record<string, Scenario>>,
): (request: Request) => Promise<Response> {
  const session: ControlSession = { simulator, scenarios, snapshots: new Map(), connections: new Map() }
  return async (request) => {
    try {
      return await runControl(session, request)
    } catch (error) {
      return refusalOf(error)
    }
  }
}

async function runControl(session: ControlSession, request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  if (pathname.replace(/\/$/, '') === CONTROLS_PATH && request.method === 'GET')
    return json(200, indexOf(session))
  const match = ROUTES.match(request.method, pathname, true)
  if (match.kind !== 'route') return notThere(pathname, match)
  const { simulator } = session
  const organization = query.get('organization')
  const { control } = match.route
  const result = await control.run({
    session,
    simulator,
    face: organization === null ? simulator : simulator.organization(organization),
    parameters: match.parameters.map(decoded),
    query,
    body: await bodyOf(request, control),
    accepts: query.get('format') === 'text' ? 'text/plain' : (request.headers.get('accept') ?? ''),
  })
  if (result instanceof PlainText) return text(result.text)
  return json(200, result === undefined ? { ok: true } : result)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

async function bodyOf(request: Request, { takes = [] }: Control): Promise<Readonly<Record<string, unknown>>> {
  const sent = await request.text()
  const body = sent.trim() === '' ? {} : parsed(sent)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OptionError('body', 'the body must be a JSON object')
  for (const name of Object.keys(body))
    if (takes !== '*' && !takes.includes(name))
      throw new OptionError(name, `there is no ${name}; this takes ${takes.join(', ') || 'nothing'}`)
  return body as Readonly<Record<string, unknown>>
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    throw new OptionError('body', 'the body is not valid JSON')
  }
}

const indexOf = ({ simulator }: ControlSession) => ({
  baseUrl: simulator.baseUrl,
  apiKey: simulator.apiKey,
  now: simulator.clock.now,
  controls: CONTROLS.map(({ method, path, does, takes }) => ({
    call: `${method} ${CONTROLS_PATH}${path}`,
    does,
    ...(takes !== undefined && takes !== '*' && takes.length > 0 && { takes }),
  })),
})

function notThere(pathname: string, match: Exclude<ControlMatch, { kind: 'route' }>): Response {
  const path = pathname.replace(/\/$/, '')
  if (match.kind === 'nothing')
    return json(404, { error: `there is no control ${path}; GET ${CONTROLS_PATH} lists them` })
  const allow = match.allow.join(', ')
  return json(405, { error: `${path} takes ${allow}` }, { allow })
}

/** Mistakes of the caller. Anything else is a bug, which the caller of the controls reports. */
function refusalOf(error: unknown): Response {
  if (isOptionError(error)) return json(400, { error: error.message, option: error.option })
  if (isDurationError(error)) return json(400, { error: error.message, option: 'duration' })
  if (isRefusal(error)) return json(error.status, { error: error.message, errors: error.errors })
  if (isUsageError(error) || isErasedTimelineError(error)) return json(409, { error: error.message })
  throw error
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })

const text = (body: string): Response =>
  new Response(body, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
