import type { IncomingMessage } from 'node:http'
import { form } from '../../errors/reader'
import type { Simulator } from '../../index'
import { controls as controlsOf } from '../../tools/controls/index'
import { CONTROLS_PATH } from '../../tools/controls/open-controls'
import type { Served } from '../served'
import { frontPage } from './front-page'
import { type HostCheck, isLoopbackHost, isOwnOrigin } from './host-names'
import { uiResponse } from './ui'

/**
 * Who may use the controls: nobody (false), programs on the local machine (true), or everyone who reaches the
 * port ('anyone').
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
) => Promise<Response> | undefined

/** @throws TypeError if the simulator lacks the methods that the controls need */
export function openDoor(
  simulator: Served,
  option: ControlsOption,
  isNamed: HostCheck,
  ui: URL | undefined,
): ControlsDoor {
  if (option === false && ui) throw new TypeError('ui needs controls: the panel works through them')
  if (option === false) return () => undefined
  if (!isSimulator(simulator))
    throw new TypeError('serve offers the controls of a simulator made by createSimulator only')
  const controls = controlsOf(simulator)
  return (incoming, request) => {
    const [path = ''] = (incoming.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split('?')
    const isFront = path === '/' && incoming.method === 'GET'
    if (!isFront && path !== CONTROLS_PATH && !path.startsWith(`${CONTROLS_PATH}/`)) return undefined
    const reason = reasonAgainst(incoming, option, isNamed)
    if (isFront) {
      // The page names a key, so others get what the service itself answers.
      if (reason !== undefined) return undefined
      incoming.resume()
      return Promise.resolve(frontPage(simulator))
    }
    if (reason !== undefined) return Promise.resolve(refused(reason))
    const page = ui && uiResponse(path, incoming.method ?? 'GET', ui)
    return page ? Promise.resolve(page) : controls(request())
  }
}

const isSimulator = (served: Served): served is Simulator =>
  ['clock', 'faults', 'records', 'traffic'].every((member) => member in served)

const LOOPBACK_ADDRESS = /^(::ffff:)?127\.|^::1$/

/**
 * Controls can do anything and need no key. So they refuse other machines unless the option allows them, and
 * always refuse pages of other sites, whatever host name those use.
 */
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

const refused = (error: string): Response =>
  new Response(JSON.stringify({ error }), { status: 403, headers: { 'content-type': 'application/json' } })
