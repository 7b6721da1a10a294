import { perhaps } from '../kernel/nearest-name'

export interface VirtualTimeOptions {
  /**
   * What to do if only time can let the program go on while it does real I/O (files, sockets, workers, zlib,
   * crypto). 'wait': waits until the I/O was inactive for five seconds at most, then warns on stderr and
   * moves time. 'error': ends the call. 'ignore': moves time. @default 'wait'
   */
  readonly realIo?: 'wait' | 'error' | 'ignore'
  /**
   * Maximum number of jumps of time. A program that exceeds it counts as polling without end. @default 10_000
   */
  readonly maxJumps?: number
}

/** @throws TypeError naming the invalid option */
export function readOptions(options: VirtualTimeOptions): Required<VirtualTimeOptions> {
  const { realIo = 'wait', maxJumps = 10_000, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    const meant = perhaps(unknown, ['realIo', 'maxJumps'])
    throw new TypeError(`there is no option ${unknown}${meant}; there are realIo, maxJumps`)
  }
  if (!['wait', 'error', 'ignore'].includes(realIo))
    throw new TypeError(`realIo must be 'wait', 'error' or 'ignore', not ${String(realIo)}`)
  if (typeof maxJumps !== 'number' || !(maxJumps >= 1))
    throw new TypeError(`maxJumps must be a number of at least 1, not ${String(maxJumps)}`)
  return { realIo, maxJumps }
}
