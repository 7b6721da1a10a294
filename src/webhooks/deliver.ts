import type { World } from '../engine/model/world'
import type { HostTime } from '../host-time'
import type { Faults } from '../http/faults/faults'
import type { Timer } from '../kernel/clock'
import type { Send } from '../wakers'
import { beginAttempt, endAttempt } from './attempt'
import { duplicate } from './controls'
import {
  damaged,
  heldBack,
  noteOn,
  receptionAfter,
  receptionInstead,
  strikeDelivery,
} from './delivery-faults'
import { deliveriesIn, isWaiting } from './rows'
import { isHeld } from './schedule'
import { send } from './send'
import type { Targets } from './targets'

export interface Carrier {
  readonly targets: Targets
  readonly faults: Faults
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
  return attemptNow(world, scope, id, carrier, data.note as string | null)
}

/** Begins an attempt in the current block; the rest happens when the returned send is awaited. */
export function attemptNow(
  world: World,
  organization: string,
  id: number,
  carrier: Carrier,
  /** Of the fault that has held the delivery back, for its `why`. */
  note: string | null = null,
): Send | undefined {
  const { targets, faults, host, headerPrefix, patience } = carrier
  const strike = strikeDelivery(world, faults, organization, id, note !== null)
  if (strike && heldBack(world, organization, id, strike)) return undefined
  const timestampMs = (url: string): number =>
    targets.find(url)?.timestamps === 'wall' ? host.now() : world.clock.now
  const begun = beginAttempt(world, organization, id, { headerPrefix, timestampMs })
  if (!begun) return undefined
  const attempt = strike ? damaged(world, begun, strike) : begun
  if (strike && 'duplicate' in strike.effect) duplicate(world, organization, id)
  return async (isCurrent) => {
    const { request } = attempt.row
    const heard =
      (strike && receptionInstead(strike)) ?? (await send(request, targets.find(request.url), patience, host))
    // The world was rewound while the receiver was thinking: for it, this was never sent.
    if (!isCurrent()) return
    const reception = strike ? receptionAfter(strike, heard) : heard
    const notes = [note, strike ? noteOn(strike, heard) : null].filter((one) => one !== null)
    world.store.history.atomically(() => endAttempt(world, attempt, reception, notes))
  }
}
