import { expect, test } from 'vitest'
import { WORK_CLOCK } from '../../src/hosts/node/many/work-mark'
import { measured, ownThread, type WorkClock, type WorkOwner, WorkQueue } from '../../src/sandbox/work'

const OWNER: WorkOwner = { id: 'a', team: 'web' }
const NOTHING = { begin: () => undefined, clear: () => undefined }

/** A clock that a test moves, and the processor time within. */
class HandClock implements WorkClock {
  #now = 0
  #used = 0
  now = (): number => this.#now
  used = (): number => this.#used
  atRest = (tell: () => void): void => queueMicrotask(tell)
  turn = (): Promise<void> => new Promise(setImmediate)
  pass(milliseconds: number, used: number): void {
    this.#now += milliseconds
    this.#used += used
  }
}

test.each([
  ['waits for the processor', 100, 10, undefined],
  ['works all the time', 100, 100, 429],
  ['works while other threads do', 100, 400, 429],
])('whoever %s is charged for work alone', (_, passed, used, status) => {
  const clock = new HandClock()
  const queue = new WorkQueue(clock, { work: 2, teamWork: 1000 }, NOTHING)
  queue.now(OWNER, () => clock.pass(passed, used))
  expect(queue.refusal(OWNER)?.status).toBe(status)
  expect(queue.refusal({ team: 'web' })).toBeUndefined()
})

test('a sandbox and a team of one name have budgets of their own', async () => {
  const clock = new HandClock()
  const queue = new WorkQueue(clock, { work: 1000, teamWork: 1 }, NOTHING)
  queue.now({ id: 'team web', team: 'mobile' }, () => clock.pass(50, 50))
  const told = async (team: string) => (await queue.refusal({ id: 'b', team })?.json())?.error
  expect(await told('web')).toBeUndefined()
  expect(await told('mobile')).toContain('a team gets 1 milliseconds')
})

test('those who wait while others work come in a later turn', async () => {
  const clock = new HandClock()
  const queue = new WorkQueue(clock, { work: 1000, teamWork: 1000 }, NOTHING)
  expect(queue.turn('web')).toBeUndefined()
  // Others wait for the time that has passed, whoever had the processor.
  queue.now(OWNER, () => clock.pass(5, 1))
  await queue.turn('web')
  expect(queue.turn('web')).toBeUndefined()
})

test('the clock of a process does not count a thread that waits', () => {
  const takenByWaiting = (): number => {
    const taken = measured(WORK_CLOCK)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    return taken()
  }
  // Other threads of the process may work meanwhile, but not always.
  const least = Math.min(takenByWaiting(), takenByWaiting(), takenByWaiting())
  expect(least).toBeLessThan(200)
})

test('a sandbox with a thread of its own lets its other requests in now and then', () => {
  const own = ownThread(async () => undefined)
  const turns = Array.from({ length: 60 }, () => own.turn('web') !== undefined)
  expect(turns.flatMap((isAside, at) => (isAside ? [at + 1] : []))).toEqual([20, 40, 60])
})
