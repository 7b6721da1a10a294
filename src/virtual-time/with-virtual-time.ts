import { refuseSurplus } from '../errors/at-caller'
import { OptionError } from '../errors/option-error'
import type { Simulator } from '../index'
import { readSimulator, readVirtualTimeOptions, type VirtualTimeOptions } from './options'
import { patchHost } from './patch-host'
import { ProgramScope } from './scope'

/**
 * Runs a program on the simulator's clock: its timers, `Date`, `performance.now`, `AbortSignal.timeout` and
 * `node:timers/promises` use virtual time. Whenever nothing else can happen, time jumps to the next event, so
 * retries, pauses and time-outs take no real time. Code outside of the program, such as a concurrent test,
 * keeps real time. Returns the program's result. Timers that are left stay on the clock.
 *
 * @throws VirtualTimeError if the program polls without end, or does real I/O with `realIo: 'error'`
 * @throws OptionError naming the invalid option or argument, and for a live clock
 * @example
 * await withVirtualTime(simulator, async () => {
 *   simulator.faults.inject({ during: '5 minutes', then: { status: 429, retryAfter: 30 } })
 *   await ky.post(url, { json: invoice }) // takes five virtual minutes, some real milliseconds
 * })
 */
export async function withVirtualTime<Result>(
  simulator: Simulator,
  program: () => Result | Promise<Result>,
  options: VirtualTimeOptions = {},
): Promise<Result> {
  refuseSurplus(withVirtualTime, arguments, 3)
  readSimulator(simulator, 'simulator')
  if (typeof program !== 'function')
    throw new OptionError('program', 'the second argument must be the program, a function')
  const settings = readVirtualTimeOptions(options, '')
  if (simulator.clock.isLive)
    throw new OptionError(
      'simulator',
      "a live clock follows the host's; give withVirtualTime a simulator on 'manual' or 'auto'",
    )
  patchHost()
  return new ProgramScope(simulator, settings).run(program)
}
