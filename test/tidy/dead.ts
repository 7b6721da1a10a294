import { commands, entryPoints, pages, preloads, unnamed } from '../../tsup.config'
import type { Source } from './source'
import { resolveImport } from './source-tree'

const ENTRIES = new Set<string>(
  [entryPoints, unnamed, commands, pages, preloads].flatMap((entries) => Object.values(entries)),
)

/** Files that no entry point reaches. */
export function deadFiles(sources: ReadonlyMap<string, Source>): string[] {
  const alive = new Set<string>()
  function reach(path: string): void {
    const source = sources.get(path)
    if (!source || alive.has(path)) return
    alive.add(path)
    for (const { specifier } of source.imports) reach(resolveImport(path, specifier))
  }
  ENTRIES.forEach(reach)
  return [...sources.keys()]
    .filter((path) => path.startsWith('src/') && !alive.has(path))
    .map((path) => `${path}: no entry point reaches it; import it, or delete it`)
}

/** Exports that nobody imports; a type may also serve another declaration of its own file. */
export function deadExports(sources: ReadonlyMap<string, Source>): string[] {
  const used = new Set<string>()
  /** What a file hands on with `export *` is used where it comes from. */
  function use(path: string, name: string): void {
    used.add(`${path} ${name}`)
    for (const { specifier, isHandedOn } of sources.get(path)?.imports ?? [])
      if (isHandedOn) use(resolveImport(path, specifier), name)
  }
  for (const { path, imports } of sources.values()) {
    for (const { specifier, names, isHandedOn } of imports) {
      if (isHandedOn && !ENTRIES.has(path)) continue
      for (const name of names) use(resolveImport(path, specifier), name)
    }
  }
  return [...sources.values()]
    .filter(({ path }) => path.startsWith('src/') && !ENTRIES.has(path) && !used.has(`${path} *`))
    .flatMap(({ path, exports, codeLines }) =>
      exports
        .filter(({ name }) => !used.has(`${path} ${name}`))
        .filter(({ name, isType }) => !isType || mentions(codeLines, name) < 2)
        .map(
          ({ name, line }) =>
            `${path}:${line}: nobody imports ${name}; take the word export away, or delete it`,
        ),
    )
}

const mentions = (codeLines: readonly string[], name: string): number =>
  codeLines.join('\n').split(new RegExp(`\\b${name}\\b`)).length - 1
