import { areAlike } from '../../kernel/are-alike'

type Identifiers = Map<string, number | string>

/** Pairs of identifiers, one from the recording and one from the simulator, separate for each kind. */
export class Bindings {
  readonly #byRecorded = new Map<string, Identifiers>()
  readonly #bySimulated = new Map<string, Identifiers>()
  /** Pairs of all kinds, for numbers within messages. */
  readonly #pairs = new Set<string>()

  copy(): Bindings {
    const copy = new Bindings()
    for (const [kind, known] of this.#byRecorded) copy.#byRecorded.set(kind, new Map(known))
    for (const [kind, known] of this.#bySimulated) copy.#bySimulated.set(kind, new Map(known))
    for (const pair of this.#pairs) copy.#pairs.add(pair)
    return copy
  }

  isAlike(other: Bindings): boolean {
    return (
      areSetsAlike(this.#pairs, other.#pairs) &&
      areKindsAlike(this.#byRecorded, other.#byRecorded) &&
      areKindsAlike(this.#bySimulated, other.#bySimulated)
    )
  }

  /** Pairs two new identifiers. @returns true if the pair is new or already known */
  agree(kind: string, recorded: number | string, simulated: number | string): boolean {
    const known = this.simulated(kind, recorded)
    if (known !== undefined) return String(known) === String(simulated)
    if (this.recorded(kind, simulated) !== undefined) return false
    this.bind(kind, recorded, simulated)
    return true
  }

  bind(kind: string, recorded: number | string, simulated: number | string): void {
    identifiersOf(this.#byRecorded, kind).set(String(recorded), simulated)
    identifiersOf(this.#bySimulated, kind).set(String(simulated), recorded)
    this.#pairs.add(`${recorded} ${simulated}`)
  }

  simulated(kind: string, recorded: number | string): number | string | undefined {
    return this.#byRecorded.get(kind)?.get(String(recorded))
  }

  recorded(kind: string, simulated: number | string): number | string | undefined {
    return this.#bySimulated.get(kind)?.get(String(simulated))
  }

  /** True if two numbers within messages may refer to the same thing. */
  isPair(recorded: string, simulated: string): boolean {
    return recorded === simulated || this.#pairs.has(`${recorded} ${simulated}`)
  }
}

const areKindsAlike = (
  one: ReadonlyMap<string, Identifiers>,
  other: ReadonlyMap<string, Identifiers>,
): boolean =>
  one.size === other.size &&
  [...one].every(([kind, known]) => areMapsAlike(known, other.get(kind) ?? new Map()))

function identifiersOf(maps: Map<string, Identifiers>, kind: string): Identifiers {
  const map = maps.get(kind) ?? new Map()
  maps.set(kind, map)
  return map
}

export const areSetsAlike = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value))

export const areMapsAlike = <K, V>(one: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>): boolean =>
  one.size === other.size &&
  [...one].every(([key, value]) => other.has(key) && areAlike(value, other.get(key)))
