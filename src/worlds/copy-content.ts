import { version } from '../../package.json'
import type { Registry } from '../engine/model/registry'
import { oncePer } from '../kernel/once-per'
import type { ExportedWorld } from './options/exported-world'
import { ORGANIZATION_TABLES, RECORD_COLUMNS, WORLD_TABLES } from './table-shapes'

type Content = Pick<ExportedWorld, 'options' | 'tables'>

/**
 * A plain copy of a world's content, with its fingerprint: the version of this package, a hash of what the tables look
 * like in it, and one of the content. The hashes protect from mistakes, not from somebody who computes them for other
 * content.
 */
export function copyContent(
  { options, tables }: Content,
  registry: Registry,
): Content & { readonly fingerprint: string } {
  const copier = new Copier()
  const copy = copier.copy<Content>({ ...(options && { options }), tables })
  const shapes = new Copier()
  shapes.copy(shapesBehind(registry, tables))
  return { ...copy, fingerprint: `${version} ${shapes.hash} ${copier.hash}` }
}

/** Two states of the code may have one version. */
function shapesBehind(registry: Registry, tables: Content['tables']): unknown {
  const types = new Set(Object.values(tables).flatMap((scope) => Object.keys(scope)))
  const fields = [...types].sort().map((name) => fieldTexts(registry).get(name) ?? name)
  return [WORLD_TABLES, ORGANIZATION_TABLES, RECORD_COLUMNS, fields]
}

/** What the fields of each record type are, without their functions. */
const fieldTexts = oncePer(
  (registry: Registry) =>
    new Map(registry.everything.map(({ name, fields }) => [name, JSON.stringify(fields)] as const)),
)

/** Copies and hashes in one walk; JSON text and its hash take twice the time. */
class Copier {
  // Two lanes of 32 bits. Each step is reversible, so that one changed character always changes the hash.
  #one = 0x6d2b79f5
  #two = 0x1b56c4e9

  get hash(): string {
    return [this.#one, this.#two].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
  }

  copy<T>(value: T): T {
    if (typeof value === 'string') {
      this.#add('text', value)
      return value
    }
    if (typeof value !== 'object' || value === null) {
      this.#add('scalar', String(value))
      return value
    }
    if (!Array.isArray(value)) return this.#object(value)
    this.#add('list', String(value.length))
    return value.map((one) => this.copy(one ?? null)) as T
  }

  #object<T>(value: T): T {
    // A copy of the whole keeps its form in memory; one that is built member by member becomes slow.
    const copy = { ...(value as Record<string, unknown>) }
    let isFull = true
    this.#add('object', '')
    for (const name in copy) {
      const one = copy[name]
      if (one === undefined) isFull = false
      else {
        this.#add('member', name)
        const copied = this.copy(one)
        if (copied !== one) copy[name] = copied
      }
    }
    this.#add('end', '')
    if (isFull) return copy as T
    return Object.fromEntries(Object.entries(copy).filter(([, one]) => one !== undefined)) as T
  }

  #add(kind: keyof typeof KINDS, text: string): void {
    let one = Math.imul(this.#one ^ KINDS[kind], 0x9e3779b1)
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

const KINDS = { text: 1, scalar: 2, list: 3, object: 4, member: 5, end: 6 } as const
