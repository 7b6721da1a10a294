import type { World } from '../engine/world'
import type { HostTime } from '../host-time'
import type { Timer } from '../kernel/clock'
import type { Send } from '../wakers'
import { beginAttempt, endAttempt } from './attempt'
import { deliveriesIn, isWaiting } from './rows'
import { isHeld } from './schedule'
import { send } from './send'
import type { Targets } from './targets'

export interface Carrier {
  readonly targets: Targets
  readonly host: HostTime
  readonly headerPrefix: string
  /** Milliseconds of the host's time after which a silent receiver counts as timed out. */
  readonly patience: number
}

/** The waker of deliveries: what it returns is sent once its atomic block is through. */
export function wakeDelivery(world: World, { scope, data }: Timer, carrier: Carrier): Send | undefined {
  const id = data.delivery as number
  const delivery = deliveriesIn(world.store, scope).get(id)
  if (!delivery || !isWaiting(delivery) || isHeld(world, scope)) return undefined
  return attemptNow(world, scope, id, carrier)
}

/** Begins an attempt in the current block; the rest happens when the returned send is awaited. */
export function attemptNow(
  world: World,
  organization: string,
  id: number,
  carrier: Carrier,
): Send | undefined {
  const { targets, host, headerPrefix, patience } = carrier
  const timestampMs = (url: string): number =>
    targets.find(url)?.timestamps === 'wall' ? host.now() : world.clock.now
  const attempt = beginAttempt(world, organization, id, { headerPrefix, timestampMs })
  if (!attempt) return undefined
  return async (isCurrent) => {
    const reception = await send(attempt.row.request, targets.find(attempt.row.request.url), patience, host)
    // The world was rewound while the receiver was thinking: for it, this was never sent.
    if (isCurrent()) world.store.history.atomically(() => endAttempt(world, attempt, reception))
  }
}
