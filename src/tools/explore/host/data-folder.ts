import {
  type FSWatcher,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import * as ownPaths from 'node:path'
import { dirname, join } from 'node:path'
import { attempt } from '../../../kernel/attempt'
import { endWithProcess } from './process-tree'

/** The files that changed since the last look. */
export interface Changes {
  readonly names: readonly string[]
  /** True if the names are in the order of the writes, and each file was written at one time only. */
  readonly isOrdered: boolean
}

type Content = ReadonlyMap<string, Buffer>

/** The folder in which a program keeps its files. It can go back to what was there between two writes. */
export class DataFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'accounting-simulator-'))
  readonly #own: ReadonlySet<string>
  readonly #forget = endWithProcess(() => this.#rid())
  readonly #watcher: FSWatcher
  #touched: string[] = []
  #known: Content = new Map()
  #found: Content = new Map()
  #kept: Content | undefined

  /** @param own files that are not the program's */
  constructor(own: readonly string[]) {
    this.#own = new Set(own)
    this.#watcher = watch(this.path, (_, name) => {
      if (name && this.#touched.at(-1) !== name) this.#touched.push(name)
    })
    this.#watcher.on('error', () => undefined)
  }

  changes(): Changes {
    this.#found = this.#read()
    const isChanged = (name: string): boolean => {
      const [before, after] = [this.#known.get(name), this.#found.get(name)]
      return !(before === after || (before && after && before.equals(after)))
    }
    const changed = [...new Set([...this.#known.keys(), ...this.#found.keys()])].filter(isChanged).sort()
    const touched = this.#touched.splice(0).filter((name) => changed.includes(name))
    const order = touched.filter((name, at) => name !== touched[at - 1])
    const isOrdered = order.length === changed.length && new Set(order).size === order.length
    return { names: isOrdered ? order : changed, isOrdered }
  }

  accept(): void {
    this.#known = this.#found
  }

  /** Only these changes stay, once the program is dead. */
  keep(names: readonly string[]): void {
    const kept = new Map(this.#known)
    for (const name of names) {
      const content = this.#found.get(name)
      if (content) kept.set(name, content)
      else kept.delete(name)
    }
    this.#kept = kept
  }

  /** Goes back to what was kept, if anything was. */
  restore(): void {
    const kept = this.#kept
    if (!kept) return
    for (const name of this.#read().keys()) if (!kept.has(name)) rmSync(join(this.path, name))
    for (const [name, content] of kept) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true })
      writeFileSync(join(this.path, name), content)
    }
    this.#kept = undefined
    this.#known = kept
  }

  remove(): void {
    this.#forget()
    this.#watcher.close()
    this.#rid()
  }

  /** The program may be writing its last. */
  #rid(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }

  #read(): Content {
    const files = readdirSync(this.path, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    const names = files.map(({ parentPath, name }) => nameBelow(this.path, join(parentPath, name)))
    return new Map(
      names
        .filter((name) => !this.#own.has(name))
        .flatMap((name) => {
          const content = fileContent(join(this.path, name))
          return content ? [[name, content] as const] : []
        }),
    )
  }
}

/** The path below the folder, with slashes: plans name the file so on every system. */
export const nameBelow = (
  folder: string,
  path: string,
  { relative, sep }: Pick<typeof ownPaths, 'relative' | 'sep'> = ownPaths,
): string => relative(folder, path).split(sep).join('/')

/** Undefined if it went away meanwhile. */
const fileContent = (path: string): Buffer | undefined => attempt(() => readFileSync(path))
