import { version } from '../../package.json'
import type { Registry } from '../engine/model/compiled-type'
import { memoize } from '../kernel/memoize'
import { declaredTables } from '../kernel/table-shape'
import { MIGRATIONS } from './migrations'
import type { ExportedWorld } from './options/exported-world'
import { RECORD_COLUMNS } from './shape-problems'

type Content = Pick<ExportedWorld, 'options' | 'tables'>

/**
 * A plain copy of a world's content, with its fingerprint: the version of this package, a hash of the shapes
 * of its tables, and a hash of the content. The hashes protect from mistakes, not from forgery.
 * @param isFrozen true if nobody changes the copy, so that a store need not freeze the rows again
 */
export function copyContent(
  { options, tables }: Content,
  registry: Registry,
  isFrozen = false,
): Content & { readonly fingerprint: string } {
  const copier = new Copier(isFrozen)
  const copy = copier.copy<Content>({ ...(options && { options }), tables })
  const shapes = new Copier()
  shapes.copy(shapesBehind(registry, tables))
  return { ...copy, fingerprint: `${version} ${shapes.hash} ${copier.hash}` }
}

/** The version of this package, a hash of the shapes of its tables, and its number of migrations. */
export const codeVersion = (registry: Registry): string => `${versionOfShapes(registry)} ${MIGRATIONS.length}`

const versionOfShapes = memoize((registry: Registry) => {
  const shapes = new Copier()
  shapes.copy([declaredTables(), RECORD_COLUMNS, [...fieldTexts(registry).values()]])
  return `${version} ${shapes.hash}`
})

/** The table shapes, to be hashed: two states of the code may have one version. */
function shapesBehind(registry: Registry, tables: Content['tables']): unknown {
  const types = new Set(Object.values(tables).flatMap((scope) => Object.keys(scope)))
  const fields = [...types].sort().map((name) => fieldTexts(registry).get(name) ?? name)
  return [declaredTables(), RECORD_COLUMNS, fields]
}

/** The fields of each record type as JSON, which leaves functions out. */
const fieldTexts = memoize(
  (registry: Registry) =>
    new Map(registry.everything.map(({ name, fields }) => [name, JSON.stringify(fields)] as const)),
)

/** Copies and hashes in one walk, because JSON text and its hash would take twice the time. */
class Copier {
  // Two 32-bit lanes. Each step is reversible, so that one changed character always changes the hash.
  #one = 0x6d2b79f5
  #two = 0x1b56c4e9
  /** The member names so far. A name is hashed by its letters once, and later by its position here. */
  readonly #members = new Map<string, number>()

  constructor(private freezes = false) {}

  get hash(): string {
    return [this.#one, this.#two].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
  }

  copy<T>(value: T): T {
    if (typeof value === 'string') {
      this.#add(KINDS.text, value)
      return value
    }
    if (typeof value !== 'object' || value === null) {
      this.#scalar(value)
      return value
    }
    if (!Array.isArray(value)) return this.#object(value)
    this.#mix(KINDS.list, value.length)
    const copy = value.map((one) => this.copy(one ?? null))
    if (this.freezes) Object.freeze(copy)
    return copy as T
  }

  #object<T>(value: T): T {
    // A spread keeps the object's hidden class. A copy built member by member would be slow to use.
    const copy = { ...(value as Record<string, unknown>) }
    let isFull = true
    this.#mix(KINDS.object, 0)
    for (const name in copy) {
      const one = copy[name]
      if (one === undefined) isFull = false
      else {
        this.#member(name)
        const copied = this.copy(one)
        if (copied !== one) copy[name] = copied
      }
    }
    this.#mix(KINDS.end, 0)
    const full = isFull
      ? copy
      : Object.fromEntries(Object.entries(copy).filter(([, one]) => one !== undefined))
    if (this.freezes) Object.freeze(full)
    return full as T
  }

  #scalar(value: unknown): void {
    if (typeof value === 'number' && (value | 0) === value && !Object.is(value, -0))
      this.#mix(KINDS.number, value)
    else this.#add(KINDS.scalar, String(value))
    // The copy stays unfrozen, so that the store visits the row and refuses a value that no file can hold.
    if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'boolean' && value !== null)
      this.freezes = false
  }

  #member(name: string): void {
    const place = this.#members.get(name)
    if (place !== undefined) this.#mix(KINDS.member, place)
    else {
      this.#members.set(name, this.#members.size)
      this.#add(KINDS.name, name)
    }
  }

  #mix(kind: number, code: number): void {
    const one = Math.imul(this.#one ^ kind, 0x9e3779b1)
    const two = Math.imul(this.#two ^ kind, 0xc2b2ae3d)
    this.#one = Math.imul(((one << 7) | (one >>> 25)) ^ code, 0x9e3779b1)
    this.#two = Math.imul(((two << 11) | (two >>> 21)) ^ code, 0xc2b2ae3d)
  }

  #add(kind: number, text: string): void {
    let one = Math.imul(this.#one ^ kind, 0x9e3779b1)
    let two = Math.imul(this.#two ^ text.length, 0xc2b2ae3d)
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      one = Math.imul(((one << 7) | (one >>> 25)) ^ code, 0x9e3779b1)
      two = Math.imul(((two << 11) | (two >>> 21)) ^ code, 0xc2b2ae3d)
    }
    this.#one = one
    this.#two = two
  }
}

const KINDS = { text: 1, scalar: 2, list: 3, object: 4, member: 5, end: 6, name: 7, number: 8 } as const
