import { describe, expect, it } from 'vitest'
import type { World } from '../../src/engine/model/context'
import { UsageError } from '../../src/errors/usage-error'
import type { HostTime } from '../../src/host-time/host-time'
import { Store } from '../../src/kernel/store'
import { DeliveryLoopGuard } from '../../src/service/webhooks/delivery-loop-guard'

const host = { turn: async () => undefined } as HostTime

/** A world where two deliveries may be caused at one instant. */
function opened() {
  const storm = new DeliveryLoopGuard()
  const clock = { now: 0, instant: '2026-01-15T09:00:00.000Z' }
  const store = new Store(() => 'id')
  const world = { clock, store, assumptions: { read: () => 2 } } as unknown as World
  const check = (): void => storm.check(world, 'org-1', 1)
  check()
  /** Sends one delivery whose receiver causes so many others. */
  const send = (count: number): Promise<void> => storm.during(host, async () => storm.queued(count))
  return { storm, clock, check, send }
}

/** Deliveries that deliveries cause at one instant are counted (docs/service.md §14.4). */
describe('deliveries that are caused by deliveries', () => {
  it('may be as many as the limit, and no more', async () => {
    const { check, send } = opened()
    await send(2)
    expect(check).not.toThrow()
    await send(1)
    expect(check).toThrow(UsageError)
    expect(check).toThrow(/^more than 2 deliveries were caused by deliveries at 2026-01-15T09:00:00\.000Z; /)
  })

  it('are not those that are queued between two sends', async () => {
    const { storm, check, send } = opened()
    storm.queued(3)
    expect(check).not.toThrow()
    await send(0)
    storm.queued(3)
    expect(check).not.toThrow()
  })

  it('are counted while any of several sends is under way', async () => {
    const { storm, check } = opened()
    let finish = (): void => undefined
    const first = storm.during(host, () => new Promise<void>((resolve) => (finish = resolve)))
    await storm.during(host, async () => undefined)
    storm.queued(3)
    expect(check).toThrow(UsageError)
    finish()
    await first
  })

  it('are counted also where the send fails', async () => {
    const { storm, check } = opened()
    const fails = async (): Promise<void> => {
      storm.queued(1)
      throw new Error('refused')
    }
    await expect(storm.during(host, fails)).rejects.toThrow('refused')
    storm.queued(9)
    expect(check).not.toThrow()
  })

  it('are counted anew at another instant, and when the host sends anew', async () => {
    const { storm, clock, check, send } = opened()
    await send(3)
    clock.now = 1
    expect(check).not.toThrow()
    await send(3)
    expect(check).toThrow(UsageError)
    storm.reset()
    expect(check).not.toThrow()
  })
})

it('the event loop has a turn after each hundred sends', async () => {
  const turns: number[] = []
  let sends = 0
  const counting = { turn: async () => void turns.push(sends) } as unknown as HostTime
  const storm = new DeliveryLoopGuard()
  for (let at = 0; at < 250; at += 1)
    await storm.during(counting, async () => {
      sends += 1
    })
  expect(turns).toEqual([100, 200])
})
