/** A clock of `@sinonjs/fake-timers`, which the fake timers of vitest and jest use. */
export interface FakeClock {
  readonly now: number
  readonly Date: DateConstructor
  /** By id; a map since version 15. Absent until the first timer. */
  readonly timers?: FakeTimerMap | Readonly<Record<string, FakeTimer>>
  /** Faked microtasks that wait for the clock to run them. jest fakes them, vitest does not. */
  readonly jobs?: readonly unknown[]
  tick(time: number | string): number
  tickAsync(time: number | string): Promise<number>
  setSystemTime(now: number): void
  uninstall(): unknown
}

interface FakeTimer {
  readonly callAt: number
}

interface FakeTimerMap {
  values(): Iterable<FakeTimer>
}

/** The timers that wait. The map may be of another realm than this file, as in jest. */
export function timersIn({ timers = {} }: FakeClock): FakeTimer[] {
  return typeof timers.values === 'function'
    ? [...(timers as FakeTimerMap).values()]
    : Object.values(timers as Readonly<Record<string, FakeTimer>>)
}

export const isFakeClock = (timers: unknown): timers is FakeClock =>
  typeof timers === 'object' && timers !== null && 'tickAsync' in timers && 'setSystemTime' in timers

/** All that `toFake` may name, those of the global object first. */
const FAKED = [
  ...['setTimeout', 'Date', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['performance', 'queueMicrotask', 'requestAnimationFrame', 'cancelAnimationFrame'],
  ...['requestIdleCallback', 'cancelIdleCallback', 'Intl'],
]
const FAKED_OF_PROCESS = ['nextTick', 'hrtime']

/** A faked function carries its clock. */
export function currentlyInstalled(): FakeClock | undefined {
  const host = globalThis as unknown as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  >
  const faked = [
    ...FAKED.map((name) => host[name]),
    ...FAKED_OF_PROCESS.map((name) => host.process?.[name] as (typeof host)[string]),
  ]
  return faked.map((one) => one?.clock).find(isFakeClock)
}
