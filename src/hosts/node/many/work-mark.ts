import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import type { CrashMarker } from '../../../sandbox/crash-tracker'
import type { WorkClock } from '../../../sandbox/work'

const LENGTH = 22

/** The sandbox that is worked on, in a file that outlives the process; a power cut may take it back. */
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

  /** A disk without room has some for what was there before. */
  #write(id: string): void {
    this.#set = id
    writeSync(this.#file, id.padEnd(LENGTH), 0)
  }
}

/** That of a thread is in Node from 23.9 on. */
const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage }

/** The clock of a process that all teams share. */
export const WORK_CLOCK: WorkClock = {
  now: () => performance.now(),
  used() {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  },
  // Node runs it when no promise has anything left to do.
  atRest: (tell) => queueMicrotask(() => process.nextTick(tell)),
  turn: () => new Promise(setImmediate),
}
