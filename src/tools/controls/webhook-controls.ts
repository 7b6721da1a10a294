import { OptionError } from '../../errors/option-error'
import { flag, number, text, unchecked } from '../../errors/reader'
import type { ConnectOptions } from '../../service/webhooks/targets'
import { ask, type Control, type ControlCall, get, local, post, queryNumber } from './control'
import { catchUp, endpoints } from './endpoints'

/** Controls that take only the organisation. */
const plain = (verb: 'hold' | 'release' | 'flush', does: string): Control =>
  post(`/webhooks/${verb}`, does, {}, ({ face, session }) =>
    session.moments.asOne(() => face.webhooks[verb]()),
  )

const ONE_OR_MORE = { id: number, ids: unchecked }

export const WEBHOOK_CONTROLS: readonly Control[] = [
  get('/webhooks', 'whether deliveries are held, and where they go', ({ face: { webhooks } }) => ({
    held: webhooks.isHeld,
    targets: webhooks.targets,
  })),
  get(
    '/webhooks/registered',
    'the registered webhooks, with those that the service has disabled',
    ({ face }) => face.webhooks.registered,
  ),
  get(
    '/webhooks/endpoints',
    'the registered webhooks, with how all their attempts went and what they missed',
    endpoints,
  ),
  get('/webhooks/queue', 'deliveries that wait, next first', ({ face }) => face.webhooks.queue),
  ask(
    '/webhooks/attempts',
    'every attempt with its exact bytes, or the ?last= of them',
    ['last'],
    ({ face, query }) => {
      const { attempts } = face.webhooks
      const last = queryNumber(query, 'last') ?? attempts.length
      return attempts.slice(Math.max(0, attempts.length - last))
    },
  ),
  local(
    post(
      '/webhooks/connect',
      'sends deliveries whose URL begins with prefix to a loopback URL, the target; ' +
        "timestamps are 'wall' unless given",
      { prefix: text, target: text, timestamps: text },
      ({ session, face, body: { prefix, target, timestamps } }) => {
        if (typeof target !== 'string')
          throw new OptionError('target', 'target must be a loopback URL such as http://127.0.0.1:3000')
        // Real receivers check signatures against the host's clock.
        const options = { timestamps: timestamps ?? 'wall' } as ConnectOptions
        session.connections.set(String(prefix), face.webhooks.connect(prefix as string, target, options))
      },
    ),
  ),
  local(
    post(
      '/webhooks/disconnect',
      'removes that connection',
      { prefix: text },
      ({ session, body: { prefix } }) => {
        const disconnect = session.connections.get(String(prefix))
        if (!disconnect) throw new OptionError('prefix', `there is no connection for ${String(prefix)}`)
        disconnect()
        session.connections.delete(String(prefix))
      },
    ),
  ),
  plain('flush', 'sends what is due now'),
  plain('hold', 'from here on nothing is sent'),
  plain('release', 'held deliveries go out again'),
  post('/webhooks/deliver', 'sends waiting deliveries now: id, or ids', ONE_OR_MORE, (call) =>
    call.session.moments.asOne(async () => {
      for (const id of waitingOf(call)) await call.face.webhooks.deliver(id)
    }),
  ),
  post(
    '/webhooks/duplicate',
    'queues a copy of a delivery; returns the id of the copy',
    { id: number },
    ({ face, body }) => ({ id: face.webhooks.duplicate(body.id as number) }),
  ),
  post('/webhooks/reorder', 'lets waiting deliveries exchange their places', { ids: unchecked }, (call) =>
    call.face.webhooks.reorder(idsOf(call.body.ids)),
  ),
  post('/webhooks/drop', 'drops waiting deliveries: id, or ids; they are never sent', ONE_OR_MORE, (call) => {
    for (const id of waitingOf(call)) call.face.webhooks.drop(id)
  }),
  post(
    '/webhooks/replay',
    'queues an event again that was sent before: for the webhook_uuid of an attempt, else for every active webhook; ' +
      'with activate: true, inactive ones are activated first',
    { event_id: text, webhook_uuid: text, activate: flag },
    ({ face, body: { event_id, webhook_uuid, activate } }) => {
      const sent = webhook_uuid === undefined ? event_id : { event_id, webhook_uuid }
      return face.webhooks.replay(
        sent as string,
        activate === undefined ? {} : { activate: activate as boolean },
      )
    },
  ),
  post(
    '/webhooks/catch-up',
    'sends a webhook now each event that it did not get and that does not wait, and activates the webhook first ' +
      'if it is inactive; stops at the first that fails, and the others wait; returns { sent, waiting, failed }',
    { webhook_uuid: text },
    (call) => call.session.moments.asOne(() => catchUp(call)),
  ),
]

/** Checks that every delivery waits before any is touched. */
function waitingOf({ face, body: { id, ids } }: ControlCall): ReadonlySet<number> {
  if (id !== undefined && ids !== undefined)
    throw new OptionError('id', 'id and ids say the same: give one of them')
  const asked = ids === undefined ? [number(id, 'id')] : idsOf(ids)
  const waiting = face.webhooks.queue.map((one) => one.id)
  const missing = asked.find((one) => !waiting.includes(one))
  if (missing !== undefined)
    throw new OptionError(ids === undefined ? 'id' : 'ids', `there is no delivery ${missing}`)
  return new Set(asked)
}

function idsOf(ids: unknown): number[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'number')) return ids
  throw new OptionError('ids', 'ids must be an array of ids')
}
