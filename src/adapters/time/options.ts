export interface VirtualTimeOptions {
  /**
   * What to do when time could go on and real I/O of the program is under way (files, sockets, workers, zlib,
   * crypto): 'wait' for it, for at most five seconds without a sign of it, and say so on stderr after that;
   * 'error' ends the call; 'ignore' looks at none. @default 'wait'
   */
  readonly realIo?: 'wait' | 'error' | 'ignore'
  /** How often time may jump before the program counts as one that polls without end. @default 10_000 */
  readonly maxJumps?: number
}

/** @throws TypeError that names the option */
export function readOptions(options: VirtualTimeOptions): Required<VirtualTimeOptions> {
  const { realIo = 'wait', maxJumps = 10_000, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}; there are realIo, maxJumps`)
  if (!['wait', 'error', 'ignore'].includes(realIo))
    throw new TypeError("realIo must be 'wait', 'error' or 'ignore'")
  if (typeof maxJumps !== 'number' || !(maxJumps >= 1)) throw new TypeError('maxJumps must be at least 1')
  return { realIo, maxJumps }
}
