import { hostTime } from './host-time'

interface FileSystem {
  openSync(path: string, flags: string): number
  writeSync(handle: number, text: string): number
  closeSync(handle: number): void
  readFileSync(path: string, encoding: 'utf8'): string
}

/** A file of lines for another process. Each is with the operating system at once: a killed process loses none. */
class LineFile {
  #handle: number | undefined
  #isBroken = false

  constructor(
    private readonly system: FileSystem,
    private readonly folder: string,
  ) {}

  append(line: string): void {
    if (this.#isBroken) return
    try {
      this.#handle ??= this.#open()
      this.system.writeSync(this.#handle, `${line}\n`)
    } catch (error) {
      // Said once: tests must not fail because of it.
      this.#isBroken = true
      hostTime.warn(
        `accounting-simulator: what happens in this process from here on is not in the report: ${String(error)}`,
      )
    }
  }

  /** A name that no other process, thread or copy of this module has. */
  #open(): number {
    const { pid = 0, getBuiltinModule: builtin } = globalThis.process ?? {}
    const thread = builtin?.('node:worker_threads').threadId ?? 0
    for (let number = 1; ; number += 1)
      try {
        const handle = this.system.openSync(`${this.folder}/${pid}-${thread}-${number}.jsonl`, 'ax')
        closing.register(this, () => this.system.closeSync(handle))
        return handle
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
  }
}

/** Runners that load this module anew for each file of tests let go of the file, too. */
const closing = new FinalizationRegistry((close: () => void) => close())

/** A file of this thread in a folder. Undefined where there are no files. */
export function lineFileIn(folder: string): LineFile | undefined {
  const system = fileSystem()
  return system && new LineFile(system, folder)
}

const fileSystem = (): FileSystem | undefined => globalThis.process?.getBuiltinModule?.('node:fs')

/** The text of a file; null if it is not there, or empty. */
export function readTextFile(path: string): string | null {
  try {
    return fileSystem()?.readFileSync(path, 'utf8') || null
  } catch {
    return null
  }
}
