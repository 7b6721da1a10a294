/**
 * The values that the program has stored for good. It survives a crash. Values are kept as JSON, so nobody holds a
 * reference to what is stored.
 */
export interface Disk {
  /** A copy of what was written under the name; undefined if nothing was. */
  read<Value = unknown>(name: string): Value | undefined
  /** `undefined` removes the file. A program that was killed writes nothing any more. */
  write(name: string, value: unknown): void
  /** The names of the files, in the order in which they were first written. */
  names(): string[]
}

/** Called around a write: the program may die before it, or after. */
export type AtWrite = (name: string, write: () => void) => void

export class Files {
  readonly #files = new Map<string, string>()

  openTo(isAlive: () => boolean, atWrite: AtWrite = (_, write) => write()): Disk {
    return {
      read: <Value>(name: string) => {
        const text = this.#files.get(name)
        return text === undefined ? undefined : (JSON.parse(text) as Value)
      },
      write: (name, value) => {
        const text = JSON.stringify(value)
        const write = (): void => {
          if (!isAlive()) return
          if (text === undefined) this.#files.delete(name)
          else this.#files.set(name, text)
        }
        if (isAlive()) atWrite(name, write)
      },
      names: () => [...this.#files.keys()],
    }
  }

  toString(): string {
    return JSON.stringify([...this.#files])
  }
}
