import { refuseSurplus } from '../errors/at-caller'
import { OptionError } from '../errors/option-error'
import { having } from '../errors/reader'
import type { Simulator } from '../index'
import { currentlyInstalled, type FakeClock, isFakeClock, timersIn } from './fake-clock'
import { readSimulator } from './options'

/** vitest's `vi`, jest's `jest`, or the result of `install()` of `@sinonjs/fake-timers`. */
export type FakeTimers = { useFakeTimers(...options: never[]): unknown } | FakeClock

const FAKE_TIMERS = 'vi of vitest, jest, or a clock of @sinonjs/fake-timers'

/**
 * Links fake timers with the simulator's clock: advancing either advances both, and everything due on both
 * runs in order of time. The fake `Date` is set to the simulator's time. Returns the function that unlinks.
 * Uninstalling the fake timers also unlinks.
 *
 * @throws OptionError without fake timers, for another argument, and for a live clock, which already follows the
 * faked `Date`
 * @example
 * vi.useFakeTimers()
 * const unlink = linkFakeTimers(simulator, vi)
 * const invoice = client.create(data) // pauses between retries with setTimeout
 * await vi.advanceTimersByTimeAsync(60_000) // or simulator.clock.advance('1 minute')
 */
export function linkFakeTimers(simulator: Simulator, timers: FakeTimers): () => void {
  refuseSurplus(linkFakeTimers, arguments, 2)
  const { clock } = readSimulator(simulator, 'simulator')
  if (!isFakeClock(timers)) having(FAKE_TIMERS, 'useFakeTimers')(timers, 'timers')
  const found = isFakeClock(timers) ? timers : currentlyInstalled()
  if (!found)
    throw new OptionError('timers', 'there are no fake timers to link; call vi.useFakeTimers() first')
  if (clock.isLive)
    throw new OptionError(
      'simulator',
      'a live clock follows the fake Date already; link a simulator on a manual or auto clock',
    )
  const fake: FakeClock = found
  const own = { ...fake }
  let position = clock.instant.now
  fake.setSystemTime(position)
  const timersDue = (): number[] =>
    timersIn(fake).map(({ callAt }) => position + Math.max(0, callAt - fake.now))
  const leave = clock.fakeTimers.join({
    get due() {
      // A faked microtask is due at once.
      if (fake.jobs !== undefined && fake.jobs.length > 0) return position
      const all = timersDue()
      return all.length > 0 ? Math.min(...all) : undefined
    },
    moveTo(now) {
      const passes = now - position
      position = now
      own.tick(passes)
    },
    rewound(now) {
      position = now
      fake.setSystemTime(now)
    },
  })
  const { advanceTo, advance } = clock
  const after = (milliseconds: number | string): number => clock.instant.now + millisecondsOf(milliseconds)
  /** The due time of the last of the current timers. */
  const last = (): number => Math.max(position, ...timersDue())
  const next = (): number => Math.min(...timersDue(), last())
  const jumpTo = (instant: number): number => {
    clock.fakeTimers.jumpTo(instant)
    return fake.now
  }
  const goTo = async (instant: number): Promise<number> => {
    await advanceTo(new fake.Date(instant).toISOString())
    return fake.now
  }
  const linked = {
    tick: (time: number | string) => jumpTo(after(time)),
    tickAsync: async (time: number | string) => {
      await advance({ milliseconds: millisecondsOf(time) })
      return fake.now
    },
    next: () => jumpTo(next()),
    nextAsync: () => goTo(next()),
    runToLast: () => jumpTo(last()),
    runToLastAsync: () => goTo(last()),
    runAll() {
      for (let round = 0; timersDue().length > 0; round += 1) {
        refuseEndless(round)
        jumpTo(next())
      }
      return fake.now
    },
    async runAllAsync() {
      for (let round = 0; timersDue().length > 0; round += 1) {
        refuseEndless(round)
        await goTo(next())
      }
      return fake.now
    },
    uninstall() {
      unlink()
      return own.uninstall()
    },
  }
  const replaced = Object.fromEntries(Object.keys(linked).map((name) => [name, Reflect.get(own, name)]))
  function unlink(): void {
    leave()
    Object.assign(fake, replaced)
  }
  Object.assign(fake, linked)
  return unlink
}

/** The same limit as in fake timers. */
const ROUNDS_AT_MOST = 10_000
function refuseEndless(round: number): void {
  if (round >= ROUNDS_AT_MOST)
    throw new Error(`Aborting after running ${ROUNDS_AT_MOST} timers, assuming an infinite loop!`)
}

/** Parses milliseconds or '01:10:00'. */
function millisecondsOf(time: number | string): number {
  if (typeof time === 'number') return time
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}
