import { isRefusal } from '../engine/model/errors'
import { isDurationError } from '../kernel/duration-error'
import { isErasedTimelineError } from '../kernel/erased-timeline-error'
import { isOptionError, OptionError } from '../option-error'
import type { Scenario } from '../scenario/scenario'
import type { Simulator } from '../simulator'
import { isUsageError } from '../usage-error'
import { type Control, type Desk, PlainText } from './control'
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

/**
 * A simulator's controls as a function of web requests, for whoever has no hold of the object. Who may call it,
 * its caller decides.
 */
export function openControls(
  simulator: Simulator,
  scenarios: Readonly<Record<string, Scenario>>,
): (request: Request) => Promise<Response> {
  const desk: Desk = { simulator, scenarios, snapshots: new Map(), connections: new Map() }
  return async (request) => {
    try {
      return await carryOut(desk, request)
    } catch (error) {
      return refusalOf(error)
    }
  }
}

async function carryOut(desk: Desk, request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  const path = pathname.slice(CONTROLS_PATH.length).replace(/\/$/, '')
  if (path === '' && request.method === 'GET') return json(200, indexOf(desk))
  const fitting = CONTROLS.filter((control) => parametersOf(control.path, path))
  const control = fitting.find(({ method }) => method === request.method)
  if (!control) return notThere(path, fitting)
  const { simulator } = desk
  const organization = query.get('organization')
  const face = organization === null ? simulator : simulator.organization(organization)
  const given = {
    desk,
    simulator,
    face,
    parameters: parametersOf(control.path, path) ?? [],
    query,
    body: await bodyOf(request, control),
    accepts: query.get('format') === 'text' ? 'text/plain' : (request.headers.get('accept') ?? ''),
  }
  const result = await control.run(given)
  if (result instanceof PlainText) return text(result.text)
  return json(200, result === undefined ? { ok: true } : result)
}

/** What fills the `{}` of the pattern, decoded; undefined where the path is another. */
function parametersOf(pattern: string, path: string): string[] | undefined {
  const parts = pattern.split('/')
  const segments = path.split('/')
  if (parts.length !== segments.length) return undefined
  const parameters: string[] = []
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part === '{}' && segment !== '') parameters.push(decoded(segment))
    else if (part !== segment) return undefined
  }
  return parameters
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

const indexOf = ({ simulator }: Desk) => ({
  baseUrl: simulator.baseUrl,
  apiKey: simulator.apiKey,
  now: simulator.clock.now,
  controls: CONTROLS.map(({ method, path, does, takes }) => ({
    call: `${method} ${CONTROLS_PATH}${path}`,
    does,
    ...(takes !== undefined && takes !== '*' && takes.length > 0 && { takes }),
  })),
})

function notThere(path: string, others: readonly Control[]): Response {
  if (others.length === 0)
    return json(404, {
      error: `there is no control ${CONTROLS_PATH}${path}; GET ${CONTROLS_PATH} lists them`,
    })
  const allow = others.map(({ method }) => method).join(', ')
  return json(405, { error: `${CONTROLS_PATH}${path} takes ${allow}` }, { allow })
}

/** Mistakes of the caller; anything else is a bug and goes on to whoever reports those. */
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
