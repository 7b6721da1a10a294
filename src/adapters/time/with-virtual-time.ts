import type { Simulator } from '../../index'
import { readOptions, type VirtualTimeOptions } from './options'
import { patchHost } from './patch-host'
import { Scope } from './scope'

/**
 * Runs a program on the simulator's clock: its timers, `Date`, `performance.now`, `AbortSignal.timeout` and
 * `node:timers/promises` go by it, and time jumps to whatever is due next whenever nothing else can happen. So a
 * client with its retries, pauses and time-outs waits for nothing. Code outside, concurrent tests included, keeps
 * the real time. Gives back what the program returns; a timer that is left then stays on the clock.
 *
 * @throws VirtualTimeError when the program polls without end, or does real I/O with `realIo: 'error'`; TypeError
 * that names a wrong option, or for a live clock
 * @example
 * await withVirtualTime(simulator, async () => {
 *   simulator.faults.inject({ during: '5 minutes', then: { status: 429, retryAfter: 30 } })
 *   await ky.post(url, { json: invoice }) // five minutes later by the clock, some milliseconds by yours
 * })
 */
export async function withVirtualTime<Result>(
  simulator: Simulator,
  program: () => Result | Promise<Result>,
  options: VirtualTimeOptions = {},
): Promise<Result> {
  if (typeof program !== 'function')
    throw new TypeError('the second argument must be the program, a function')
  const settings = readOptions(options)
  if (simulator.clock.isLive)
    throw new TypeError(
      "a live clock follows the host's; give withVirtualTime a simulator on 'manual' or 'auto'",
    )
  patchHost()
  return new Scope(simulator, settings).run(program)
}
