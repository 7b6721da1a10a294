/** A clock of `@sinonjs/fake-timers`, which the fake timers of vitest and jest use. */
export interface FakeClock {
  readonly now: number
  readonly Date: DateConstructor
  readonly timers?: Readonly<Record<string, { readonly callAt: number }>>
  tick(time: number | string): number
  tickAsync(time: number | string): Promise<number>
  setSystemTime(now: number): void
  uninstall(): unknown
}

export const isFakeClock = (timers: object): timers is FakeClock =>
  'tickAsync' in timers && 'setSystemTime' in timers

/** Faked functions carry their clock. */
export function currentlyInstalled(): FakeClock | undefined {
  const faked = [setTimeout, Date, setInterval] as unknown as { readonly clock?: FakeClock }[]
  return faked.find(({ clock }) => clock && isFakeClock(clock))?.clock
}
