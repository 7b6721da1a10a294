import { OptionError } from '../../errors/option-error'
import { anything, number, text } from '../../errors/reader'
import type { ConnectOptions } from '../../service/webhooks/targets'
import type { Control, ControlCall } from './control'

/** Controls without arguments other than the organisation. */
const plain = (verb: 'hold' | 'release' | 'flush', does: string): Control => ({
  method: 'POST',
  path: `/webhooks/${verb}`,
  does,
  takes: {},
  run: ({ face }) => face.webhooks[verb](),
})

export const WEBHOOK_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/webhooks',
    does: 'whether deliveries are held, and where they go',
    run: ({ face: { webhooks } }) => ({ held: webhooks.isHeld, targets: webhooks.targets }),
  },
  {
    method: 'GET',
    path: '/webhooks/registered',
    does: 'the registered webhooks, with those that the service has disabled',
    run: ({ face }) => face.webhooks.registered,
  },
  {
    method: 'GET',
    path: '/webhooks/queue',
    does: 'deliveries that wait, next first',
    run: ({ face }) => face.webhooks.queue,
  },
  {
    method: 'GET',
    path: '/webhooks/attempts',
    does: 'every attempt with its exact bytes, or the ?last= of them',
    run({ face, query }) {
      const { attempts } = face.webhooks
      const last = query.get('last') ?? String(attempts.length)
      if (!/^\d{1,15}$/.test(last)) throw new OptionError('last', 'last must be a whole number')
      return attempts.slice(Math.max(0, attempts.length - Number(last)))
    },
  },
  {
    method: 'POST',
    path: '/webhooks/connect',
    does:
      'sends deliveries whose URL begins with prefix to a loopback URL, the target; ' +
      "timestamps are 'wall' unless given",
    takes: { prefix: text, target: text, timestamps: text },
    run({ session, face, body: { prefix, target, timestamps } }) {
      if (typeof target !== 'string')
        throw new OptionError('target', 'target must be a loopback URL such as http://127.0.0.1:3000')
      // Real receivers check signatures against the host's clock.
      const options = { timestamps: timestamps ?? 'wall' } as ConnectOptions
      session.connections.set(String(prefix), face.webhooks.connect(prefix as string, target, options))
    },
  },
  {
    method: 'POST',
    path: '/webhooks/disconnect',
    does: 'removes that connection',
    takes: { prefix: text },
    run({ session, body: { prefix } }) {
      const disconnect = session.connections.get(String(prefix))
      if (!disconnect) throw new OptionError('prefix', `there is no connection for ${String(prefix)}`)
      disconnect()
      session.connections.delete(String(prefix))
    },
  },
  plain('flush', 'sends what is due now'),
  plain('hold', 'from here on nothing is sent'),
  plain('release', 'held deliveries go out again'),
  {
    method: 'POST',
    path: '/webhooks/deliver',
    does: 'sends one waiting delivery now',
    takes: { id: number },
    run: ({ face, body }) => face.webhooks.deliver(body.id as number),
  },
  {
    method: 'POST',
    path: '/webhooks/duplicate',
    does: 'queues a copy of a delivery; returns the id of the copy',
    takes: { id: number },
    run: ({ face, body }) => ({ id: face.webhooks.duplicate(body.id as number) }),
  },
  {
    method: 'POST',
    path: '/webhooks/reorder',
    does: 'lets waiting deliveries exchange their places',
    takes: { ids: anything },
    run: (call) => call.face.webhooks.reorder(idsOf(call)),
  },
  {
    method: 'POST',
    path: '/webhooks/drop',
    does: 'drops a waiting delivery: it is never sent',
    takes: { id: number },
    run: ({ face, body }) => face.webhooks.drop(body.id as number),
  },
  {
    method: 'POST',
    path: '/webhooks/replay',
    does: 'queues an event again that was sent before',
    takes: { event_id: text },
    run: ({ face, body }) => face.webhooks.replay(body.event_id as string),
  },
]

function idsOf({ body: { ids } }: ControlCall): number[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'number')) return ids
  throw new OptionError('ids', 'ids must be an array of ids')
}
