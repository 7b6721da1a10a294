import { form, having, members, oneOfNames, orElse, type Reader } from '../errors/reader'
import type { Simulator } from '../index'

export interface VirtualTimeOptions {
  /**
   * The reaction when a program does real I/O (files, sockets, workers, zlib, crypto) and otherwise waits
   * only for time. 'wait': waits for the I/O; after five seconds without activity, warns on stderr and moves
   * time. 'error': ends the call. 'ignore': moves time. @default 'wait'
   */
  readonly realIo?: 'wait' | 'error' | 'ignore'
  /** Maximum number of jumps of time. A program that exceeds it counts as polling without end. @default 10_000 */
  readonly maxJumps?: number
}

export const readSimulator = having<Simulator>('a simulator, such as createSimulator()', 'fork', 'fetch')

/** @throws OptionError naming the invalid option */
export const readVirtualTimeOptions: Reader<Required<VirtualTimeOptions>> = members({
  realIo: orElse(oneOfNames(['wait', 'error', 'ignore']), 'wait'),
  maxJumps: orElse(
    form<number>('a number of at least 1', (given) => typeof given === 'number' && given >= 1),
    10_000,
  ),
})
