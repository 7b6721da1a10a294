import type { SandboxStore } from './sandbox-store'

/** Counts the sandboxes of teams, including the ones that are being made. */
export class TeamPlaces {
  readonly #making = new Map<string, number>()

  constructor(private readonly store: Pick<SandboxStore, 'count'>) {}

  isFull(team: string, most: number): boolean {
    return this.store.count(team) + (this.#making.get(team) ?? 0) >= most
  }

  /** Reserves a place while a sandbox is made; false if the team is full. */
  async during(team: string, most: number, make: () => Promise<void>): Promise<boolean> {
    if (this.isFull(team, most)) return false
    this.#making.set(team, (this.#making.get(team) ?? 0) + 1)
    try {
      await make()
      return true
    } finally {
      this.#making.set(team, (this.#making.get(team) ?? 1) - 1)
    }
  }
}
