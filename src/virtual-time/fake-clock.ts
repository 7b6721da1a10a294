/** A clock of `@sinonjs/fake-timers`, which the fake timers of vitest and jest use. */
export interface FakeClock {
  readonly now: number
  readonly Date: DateConstructor
  /** Timers by id; a Map since version 15. Absent until the first timer. */
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

/** The waiting timers. Under jest, the map belongs to another realm, so `instanceof` would fail. */
export function timersIn({ timers = {} }: FakeClock): FakeTimer[] {
  return typeof timers.values === 'function'
    ? [...(timers as FakeTimerMap).values()]
    : Object.values(timers as Readonly<Record<string, FakeTimer>>)
}

export const isFakeClock = (timers: unknown): timers is FakeClock =>
  typeof timers === 'object' && timers !== null && 'tickAsync' in timers && 'setSystemTime' in timers

/** All names that `toFake` accepts. Those of the global object come first. */
const FAKED = [
  ...['setTimeout', 'Date', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['performance', 'queueMicrotask', 'requestAnimationFrame', 'cancelAnimationFrame'],
  ...['requestIdleCallback', 'cancelIdleCallback', 'Intl'],
]
const FAKED_OF_PROCESS = ['nextTick', 'hrtime']

/** Finds the installed clock, which every faked function references. */
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
