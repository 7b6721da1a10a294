import type { IncomingMessage } from 'node:http'
import { scenarios } from '../../scenarios/index'
import { CONTROLS_PATH, openControls } from '../controls/open-controls'
import type { Simulator } from '../index'
import type { Served } from './served'

/** Whom the controls answer: nobody, programs of this machine, or whoever reaches the port. */
export type ControlsOption = boolean | 'anyone'

/** Answers a request for the controls; undefined for one that is for the service. */
export type ControlsDoor = (
  incoming: IncomingMessage,
  request: () => Request,
) => Promise<Response> | undefined

/** @throws TypeError for something that is no whole simulator */
export function openDoor(simulator: Served, option: ControlsOption): ControlsDoor {
  if (option === false) return () => undefined
  if (!isSimulator(simulator))
    throw new TypeError('serve offers the controls of a simulator made by createSimulator only')
  const controls = openControls(simulator, scenarios)
  return (incoming, request) => {
    const [path = ''] = (incoming.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '').split('?')
    if (path !== CONTROLS_PATH && !path.startsWith(`${CONTROLS_PATH}/`)) return undefined
    const reason = reasonAgainst(incoming, option)
    return reason === undefined ? controls(request()) : Promise.resolve(refused(reason))
  }
}

const isSimulator = (served: Served): served is Simulator =>
  ['clock', 'faults', 'records', 'traffic'].every((member) => member in served)

const LOOPBACK_ADDRESS = /^(::ffff:)?127\.|^::1$/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Controls can do anything and ask for no key. So they answer nobody from elsewhere, no name that merely leads
 * here, and no page of another site that somebody has open in a browser.
 */
function reasonAgainst({ socket, headers }: IncomingMessage, option: ControlsOption): string | undefined {
  const { host = '', origin } = headers
  if (option !== 'anyone') {
    if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')) return 'controls answer this machine only'
    if (!LOOPBACK_NAME.test(host)) return `controls answer to a loopback name only, not to ${host}`
  }
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host)
    return 'controls answer no page of another origin'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'controls answer no page of another origin'
  return undefined
}

const refused = (error: string): Response =>
  new Response(JSON.stringify({ error }), { status: 403, headers: { 'content-type': 'application/json' } })
