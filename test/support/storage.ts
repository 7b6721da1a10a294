import { createSimulator, type RowChange, type Simulator, type SimulatorOptions } from 'accounting-simulator'

/** A storage that keeps rows by scope, table and key. */
export class Storage {
  readonly #rows = new Map<string, RowChange>()

  write(changes: readonly RowChange[]): void {
    for (const change of changes)
      this.#rows.set(JSON.stringify([change.scope, change.table, change.key]), structuredClone(change))
  }

  get rows(): RowChange[] {
    return structuredClone([...this.#rows.values()])
  }

  /** The world that it keeps, in another simulator. */
  open(version: string, options: SimulatorOptions = {}): Simulator {
    return createSimulator({
      world: { rows: this.rows, version },
      trusted: true,
      rateLimits: false,
      ...options,
    })
  }
}
