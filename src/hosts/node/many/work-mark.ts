import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import type { CrashMarker } from '../../../sandbox/crash-tracker'
import type { WorkClock } from '../../../sandbox/work'

const LENGTH = 22

/** The sandbox in work, in a file that survives a crash of the process, but not always a power cut. */
export class CrashMarkerFile implements CrashMarker {
  readonly last: string | undefined
  readonly #file: number
  #set = ''

  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    const bytes = Buffer.alloc(LENGTH)
    readSync(this.#file, bytes, 0, LENGTH, 0)
    const last = bytes.toString('latin1').trim().replaceAll('\0', '')
    this.last = last === '' ? undefined : last
    this.#write('')
  }

  set(id: string): void {
    if (id !== this.#set) this.#write(id)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** The id always has the same length, so that it can be overwritten on a full disk. */
  #write(id: string): void {
    this.#set = id
    writeSync(this.#file, id.padEnd(LENGTH), 0)
  }
}

/** Node has a thread's own CPU time only from 23.9 on. */
const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage }

/** The clock of work in a process that all teams share. */
export const WORK_CLOCK: WorkClock = {
  now: () => performance.now(),
  used() {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  },
  // Node runs the callback when no promise has anything left to do.
  atRest: (tell) => queueMicrotask(() => process.nextTick(tell)),
  turn: () => new Promise(setImmediate),
}
