type Close = () => unknown

/** The parts of a deployment that were opened, each with the way to close it. */
export class OpenParts {
  readonly #entrances: Close[] = []
  readonly #shared: Close[] = []
  #closed: Promise<void> | undefined

  /** Adds a part that other parts use. */
  add<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#shared.unshift(() => close(part))
    return part
  }

  /** Adds a part through which requests arrive. Entrances are closed before the other parts. */
  addEntrance<Part>(part: Part, close: (part: Part) => unknown): Part {
    this.#entrances.unshift(() => close(part))
    return part
  }

  get areClosing(): boolean {
    return this.#closed !== undefined
  }

  /** Closes the entrances first and the shared parts last, whatever fails. Rejects with the first failure. */
  close(): Promise<void> {
    this.#closed ??= closeAll([...this.#entrances, ...this.#shared])
    return this.#closed
  }
}

async function closeAll(all: readonly Close[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of all)
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Opens a deployment. If opening fails, the parts that are already open are closed. */
export async function allOrNothing<T>(open: (parts: OpenParts) => Promise<T>): Promise<T> {
  const parts = new OpenParts()
  try {
    return await open(parts)
  } catch (error) {
    await parts.close().catch(() => undefined)
    throw error
  }
}
