import { hostTime } from '../../host-time/host-time'
import { MetFacts } from './met-facts'

/** The variable of the environment that names the folder of facts. The command `coverage` sets it. */
export const COVERAGE_FOLDER = 'ACCOUNTING_COVERAGE'

type FileSystem = Pick<typeof import('node:fs'), 'openSync' | 'writeSync' | 'closeSync'>

/** A file of facts. What is appended is with the operating system at once, so that a killed process loses nothing. */
export class FactFile {
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
      this.system.writeSync(this.#handle, line)
    } catch (error) {
      // Said once: tests must not fail because of it.
      this.#isBroken = true
      hostTime.warn(
        `accounting-simulator: coverage is not counted any more in this process: ${String(error)}`,
      )
    }
  }

  /** A name that no other process, thread or copy of this module has. */
  #open(): number {
    const { pid, thread } = whereabouts()
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

function whereabouts(): { readonly pid: number; readonly thread: number } {
  const { process: runtime } = globalThis as { readonly process?: NodeJS.Process }
  return {
    pid: runtime?.pid ?? 0,
    thread: runtime?.getBuiltinModule?.('node:worker_threads').threadId ?? 0,
  }
}

/** The facts of this process, by the folder that they are written to. */
const ofProcess = new Map<string, MetFacts>()

/** Where a new simulator notes what it meets: in the file of this process, if a folder is named, else on its own. */
export function factsOfProcess(): MetFacts {
  const folder = globalThis.process?.env?.[COVERAGE_FOLDER]
  const system = folder ? globalThis.process?.getBuiltinModule?.('node:fs') : undefined
  if (!folder || !system) return new MetFacts()
  const known = ofProcess.get(folder) ?? new MetFacts(new FactFile(system, folder))
  ofProcess.set(folder, known)
  return known
}
