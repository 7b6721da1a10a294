import { hostTime } from './host-time'

interface FileSystem {
  openSync(path: string, flags: string): number
  writeSync(handle: number, text: string): number
  closeSync(handle: number): void
  readFileSync(path: string, encoding: 'utf8'): string
}

/** Appends lines for another process. Each line is written at once, so a killed process loses none. */
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
      // Warns once. A test must not fail because of this file.
      this.#isBroken = true
      hostTime.warn(
        `accounting-simulator: what happens in this process from here on is not in the report: ${String(error)}`,
      )
    }
  }

  /** Opens a file under a name that no other process, thread or copy of this module uses. */
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

/** Closes the file when a test runner that reloads this module per test file drops the old copy. */
const closing = new FinalizationRegistry((close: () => void) => close())

/** A file for this thread in a folder; undefined on hosts without files. */
export function lineFileIn(folder: string): LineFile | undefined {
  const system = fileSystem()
  return system && new LineFile(system, folder)
}

const fileSystem = (): FileSystem | undefined => globalThis.process?.getBuiltinModule?.('node:fs')

/** The text of a file; null if the file is missing or empty. */
export function readTextFile(path: string): string | null {
  try {
    return fileSystem()?.readFileSync(path, 'utf8') || null
  } catch {
    return null
  }
}
