import type { Simulator, TrafficEntry } from '../../index'
import { currentlyInstalled } from '../../virtual-time/fake-clock'

/**
 * The remedy if the client waits outside of the clock; undefined if it cannot be waiting in vain. Only a manual clock
 * that has not moved from one request to the other, or until now, and on which nobody's timers are tells so much.
 */
export function remedyOfStanding(
  { clock, timeline, hosting }: Simulator,
  { sequence, at }: TrafficEntry,
  next?: TrafficEntry,
): string | undefined {
  if (clock.kind !== 'manual' || clock.fakeTimers.hasServed || at !== (next?.at ?? clock.now))
    return undefined
  const end = next?.sequence ?? Number.POSITIVE_INFINITY
  const hasMoved = timeline.some(
    (entry) => entry.kind === 'clock' && entry.sequence > sequence && entry.sequence < end,
  )
  if (hasMoved) return undefined
  if (hosting.servers.size > 0)
    return (
      'If the client waits in real time: let its pauses move the clock, by POST /__simulator/clock/advance or ' +
      'world.sleep in Python; in this process withVirtualTime(simulator, run), see docs/your-client-sleeps.md'
    )
  return currentlyInstalled() === undefined
    ? "If the client waits in real time: useSimulator({ time: 'virtual' }) or withVirtualTime(simulator, run), see " +
        'docs/your-client-sleeps.md'
    : 'If the client waits on the fake timers: linkFakeTimers(simulator, vi) of accounting-simulator/time'
}
