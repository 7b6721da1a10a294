import { type DeliveryLimit, type HostTime, hostTime, passing } from './host-time'
import { platform } from './platform'

/** A host program's own time. */
export interface SimulatorHost {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Called whenever the time changes at which the simulator next has something to do; undefined if nothing is
   * left. The time may lie in the past. It stays valid until the next call, even if the simulator is woken
   * earlier. Other calls may be running, so the function should only store the time.
   */
  wakeAt(at: number | undefined): void
  /**
   * Called before each step of a call that moves time. The step waits for the promise. If it rejects, the
   * call fails with that error, and time stays where it is.
   */
  readonly mayGoOn?: () => Promise<void> | undefined
  /** Runs each step of a call that moves time. */
  readonly runs?: (step: () => void) => void
  /** @default no limit */
  readonly deliveries?: DeliveryLimit
  /** Timers that one advance may fire at most; a longer one is refused midway. @default 1,000,000 */
  readonly timersAtMost?: number
}

/** Replaces timers by one wake-up time, because timers would keep a host from sleeping. */
export function timeOf(host: SimulatorHost): HostTime {
  const alarms = new Set<{ readonly moment: number; ring(): void }>()
  let announced: number | undefined
  const announce = (): void => {
    let next: number | undefined
    for (const { moment } of alarms) if (next === undefined || moment < next) next = moment
    if (next === announced) return
    announced = next
    host.wakeAt(next)
  }
  const at: HostTime['at'] = (moment, ring) => {
    const alarm = { moment: Math.ceil(moment), ring }
    alarms.add(alarm)
    announce()
    return () => {
      if (alarms.delete(alarm)) announce()
    }
  }
  const passed = passing()
  const own: Partial<HostTime> = {
    isGiven: true,
    ...(host.timersAtMost !== undefined && { timersAtMost: host.timersAtMost }),
    ...(host.mayGoOn && { mayGoOn: host.mayGoOn }),
    ...(host.runs && { runs: host.runs }),
    ...(host.deliveries && { deliveries: host.deliveries }),
    now: () => Math.floor(host.now()),
    passed: () => passed(host, Math.floor(host.now())),
    at,
    wake() {
      const now = host.now()
      for (const alarm of [...alarms]) if (alarm.moment <= now && alarms.delete(alarm)) alarm.ring()
      announce()
    },
    keepAliveTimeout(milliseconds) {
      const end = new platform.AbortController()
      const release = at(host.now() + milliseconds, () => end.abort())
      return { signal: end.signal, release }
    },
    keepAliveFor: (milliseconds) => at(host.now() + milliseconds, () => undefined),
  }
  return Object.assign(Object.create(hostTime) as HostTime, own)
}
