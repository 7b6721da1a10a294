import { commands, entryPoints, unnamed } from '../../tsup.config'
import type { Source } from './source'
import { resolveImport } from './source-tree'

const ENTRIES = new Set<string>([entryPoints, unnamed, commands].flatMap((entries) => Object.values(entries)))

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
  for (const { path, imports } of sources.values()) {
    for (const { specifier, names } of imports) {
      for (const name of names) used.add(`${resolveImport(path, specifier)} ${name}`)
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
