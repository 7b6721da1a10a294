import { type DeliveryLimit, type HostTime, hostTime, passing } from './host-time'
import { platform } from './platform'

/** The host's time as its own program gives it. */
export interface SimulatorHost {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Called when the next moment changes at which the simulator has something to do; undefined if there is none. It
   * may have passed. The moment stands until the next call, also if the simulator is woken before it. Other calls may
   * be under way, so it only notes the moment.
   */
  wakeAt(at: number | undefined): void
  /**
   * Asked before each step of a call that moves time. The step waits for its promise; if that rejects, the call fails
   * with its error, and time stays where it came to.
   */
  readonly mayGoOn?: () => Promise<void> | undefined
  /** Runs each of those steps. */
  readonly runs?: (step: () => void) => void
  /** @default no limit */
  readonly deliveries?: DeliveryLimit
  /** Timers that one advance of the clock may fire; a longer one is refused on its way. @default 1,000,000 */
  readonly timersAtMost?: number
}

/** One moment to be woken at, instead of timers: those would keep a host from sleeping. */
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
