import { isObject } from '../../kernel/is-object'
import type { Call } from './call'
import { COLLECTIONS } from './collections'
import { isIdentifier, referencedCollection } from './references'
import type { ReplayState } from './replay-state'

/** Recorded identifiers that mean nothing here become numbers beyond any that the simulator gives. */
const UNKNOWN_FROM = 700_000_000

/** Members that hold an identifier in answers and a position in requests (§13.1). */
const POSITIONS = ['performance_obligation_id']

/** Translates requests of the recording into those that mean the same to the simulator. */
export class Translator {
  constructor(private readonly progress: ReplayState) {}

  path({ collection, identifier, pathname, query }: Call): string {
    const translated = new URLSearchParams()
    for (const [name, text] of query)
      translated.append(
        name,
        text
          .split(',')
          .map((one) => this.#text(collection, name, one))
          .join(','),
      )
    const search = translated.size > 0 ? `?${translated}` : ''
    if (identifier === undefined) return pathname + search
    const kind = `${collection}.${COLLECTIONS.get(collection)?.identifier}`
    return pathname.replace(`/${identifier}`, `/${this.#identifier(kind, identifier)}`) + search
  }

  /** The bytes as they came, unless an identifier in them has another name here. */
  body({ bodyCollection: collection, body, json }: Call): string | null {
    if (body === null || json === undefined) return body
    const walk = (value: unknown, path: readonly string[]): unknown => {
      if (Array.isArray(value)) return value.map((one) => walk(one, path))
      if (!isObject(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, held]) => [name, this.#member(collection, path, name, held, walk)]),
      )
    }
    const text = JSON.stringify(walk(json, []))
    return text === JSON.stringify(json) ? body : this.#apart(text, body)
  }

  #member(
    collection: string,
    path: readonly string[],
    name: string,
    value: unknown,
    walk: (value: unknown, path: readonly string[]) => unknown,
  ): unknown {
    const kind = POSITIONS.includes(name) ? undefined : referencedCollection(collection, path, name)
    const translate = (one: unknown): unknown =>
      kind !== undefined && isIdentifier(one) ? this.#identifier(kind, one) : walk(one, [...path, name])
    return Array.isArray(value) ? value.map(translate) : translate(value)
  }

  #text(collection: string, name: string, text: string): string {
    const kind = referencedCollection(collection, [], name)
    return kind !== undefined && /^\d+$/.test(text) ? String(this.#identifier(kind, text)) : text
  }

  #identifier(kind: string, recorded: number | string): number | string {
    const known = this.progress.bindings.simulated(kind, recorded)
    if (known !== undefined) return known
    // An identifier that the recording never saw must not hit something that was made here.
    const isTaken = this.progress.bindings.recorded(kind, recorded) !== undefined
    if (!isTaken || !/^\d+$/.test(String(recorded))) return recorded
    const stranger = UNKNOWN_FROM + (Number(recorded) % UNKNOWN_FROM)
    this.progress.bindings.bind(kind, recorded, stranger)
    return stranger
  }

  /** Blanks keep what were different bodies apart, for idempotency keys. */
  #apart(text: string, original: string): string {
    const known = this.progress.originals.get(text) ?? []
    const originals = known.includes(original) ? known : [...known, original]
    this.progress.originals.set(text, originals)
    return text + ' '.repeat(originals.indexOf(original))
  }
}
