import type { IncomingMessage } from 'node:http'
import { form } from '../../errors/reader'
import { platform } from '../../host-time/platform'
import type { Simulator } from '../../index'
import { escaped } from '../../kernel/escape-html'
import { CONTROLS_PATH, controlAt, controlMeantBy } from '../../tools/controls/controls-path'
import { controls as controlsOf } from '../../tools/controls/index'
import { misspeltControl } from '../../tools/controls/open-controls'
import type { Served } from '../served'
import { type HostCheck, isLoopbackHost, isOwnOrigin } from './host-names'
import { pathOfTarget } from './request'
import { INSPECTOR_PAGE, uiResponse } from './ui'

/**
 * The programs that may use the controls: none (false), those on the local machine (true), or all that reach the port
 * ('anyone').
 */
export type ControlsOption = boolean | 'anyone'

export const readControlsOption = form<ControlsOption>(
  "true, false or 'anyone'",
  (given) => typeof given === 'boolean' || given === 'anyone',
)

/** Handles a request for the controls; undefined for a request to the service. */
export type ControlsDoor = (
  incoming: IncomingMessage,
  request: () => Request,
  gone: AbortSignal,
) => Promise<Response> | undefined

/** @throws TypeError if the simulator lacks the methods that the controls need */
export function openDoor(
  simulator: Served,
  option: ControlsOption,
  isNamed: HostCheck,
  ui: URL | undefined,
): ControlsDoor {
  if (option === false && ui) throw new TypeError('ui needs controls: the panel works through them')
  if (option === false && !isSimulator(simulator)) return () => undefined
  if (!isSimulator(simulator))
    throw new TypeError('serve offers the controls of a simulator made by createSimulator only')
  const controls = option === false ? undefined : controlsOf(simulator)
  // The first moment lets a person who opens the page after a failure go back to before the failure.
  if (ui) void controls?.(new Request(`http://localhost${CONTROLS_PATH}/moments`, { method: 'POST' }))
  return (incoming, request) => {
    const [path = ''] = pathOfTarget(incoming.url).split('?')
    const isFront = path === '/' && incoming.method === 'GET'
    const meant = controlMeantBy(path)
    const control = controlAt(path)
    const isControl = control !== undefined
    if (!isFront && !meant && !isControl) return undefined
    const answer = (response: Response): Promise<Response> => {
      incoming.resume()
      return Promise.resolve(response)
    }
    const reason = reasonAgainst(incoming, option, isNamed)
    if (!controls) return isControl && reason === undefined ? answer(told(404, NO_CONTROLS)) : undefined
    if (meant) return reason === undefined ? answer(misspeltControl(path, meant)) : undefined
    // The page shows an API key, so other clients get the service's own answer for this path.
    if (isFront) return reason === undefined ? answer(frontPage(simulator, ui !== undefined)) : undefined
    if (reason !== undefined) return Promise.resolve(told(403, reason))
    if (!ui && control?.split('/')[1] === 'ui') return answer(told(404, NO_PANEL))
    const page = ui && uiResponse(INSPECTOR_PAGE, path, incoming.method ?? 'GET', ui)
    return page ? Promise.resolve(page) : controls(request())
  }
}

const isSimulator = (served: Served): served is Simulator =>
  ['clock', 'faults', 'records', 'traffic'].every((member) => member in served)

const LOOPBACK_ADDRESS = /^(::ffff:)?127\.|^::1$/

/** Controls need no key. Other machines need the option's permission; other sites' pages never get access. */
function reasonAgainst(
  { socket, headers }: IncomingMessage,
  option: ControlsOption,
  isNamed: HostCheck,
): string | undefined {
  const { host = '', origin } = headers
  if (option !== 'anyone') {
    if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')) return 'controls answer this machine only'
    if (!isLoopbackHost(host)) return `controls answer to a loopback name only, not to ${host}`
  }
  if (!isNamed(host)) return `controls do not answer to the name ${host}; see the option hosts`
  if (origin !== undefined && !isOwnOrigin(origin, host)) return 'controls answer no page of another origin'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'controls answer no page of another origin'
  return undefined
}

const NO_CONTROLS =
  'the controls are not served here: --controls loopback offers them, and serve(simulator, { controls: true })'

const NO_PANEL =
  'the panel is not served here: ask for it with --ui, or with serve(simulator, { controls: true, ui: true })'

const told = (status: number, error: string): Response => platform.Response.json({ error }, { status })

/** The page at `/` of a server with controls: it says what the server is and how to begin. */
function frontPage({ baseUrl, apiKey, clock }: Simulator, hasPanel: boolean): Response {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>accounting-simulator</title>
<link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
pre { background: #8881; padding: 0.75rem; overflow-x: auto }</style>
<h1>accounting-simulator</h1>
<p>A simulated accounting-records service, for tests. Nothing here is real, and nothing leaves this machine.
Its clock says ${escaped(clock.now)}.</p>
<pre>curl -H 'X-API-KEY: ${escaped(apiKey)}' ${escaped(baseUrl)}/public/v1/customers/</pre>
<ul>${hasPanel ? '\n<li><a href="/__simulator/ui/">The inspector</a></li>' : ''}
<li><a href="/__simulator/openapi">The service as OpenAPI 3.1</a></li>
<li><a href="/__simulator/traffic?format=text">The requests so far</a>, each with the reason of its response</li>
<li><a href="/__simulator/">All controls</a>: move the clock, inject faults, read records and books</li>
</ul>
</html>
`
  return new platform.Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
