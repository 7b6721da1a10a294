/** Which identifier of the recording means which of the simulator, apart for each kind. */
export class Bindings {
  readonly #byRecorded = new Map<string, Map<string, number | string>>()
  readonly #bySimulated = new Map<string, Map<string, number | string>>()
  /** Pairs of any kind, for numbers within messages. */
  readonly #pairs = new Set<string>()

  /** Binds two identifiers that are met for the first time. @returns whether they may mean the same thing */
  agree(kind: string, recorded: number | string, simulated: number | string): boolean {
    const known = this.simulated(kind, recorded)
    if (known !== undefined) return String(known) === String(simulated)
    if (this.recorded(kind, simulated) !== undefined) return false
    this.bind(kind, recorded, simulated)
    return true
  }

  bind(kind: string, recorded: number | string, simulated: number | string): void {
    within(this.#byRecorded, kind).set(String(recorded), simulated)
    within(this.#bySimulated, kind).set(String(simulated), recorded)
    this.#pairs.add(`${recorded} ${simulated}`)
  }

  simulated(kind: string, recorded: number | string): number | string | undefined {
    return this.#byRecorded.get(kind)?.get(String(recorded))
  }

  recorded(kind: string, simulated: number | string): number | string | undefined {
    return this.#bySimulated.get(kind)?.get(String(simulated))
  }

  /** Whether two numbers within messages may name the same thing. */
  isPair(recorded: string, simulated: string): boolean {
    return recorded === simulated || this.#pairs.has(`${recorded} ${simulated}`)
  }
}

function within<V>(maps: Map<string, Map<string, V>>, kind: string): Map<string, V> {
  let map = maps.get(kind)
  if (!map) {
    map = new Map()
    maps.set(kind, map)
  }
  return map
}
