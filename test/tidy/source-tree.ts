import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryPoints } from '../../tsup.config'
import { type Source, sourceOf } from './source'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NOT_OURS = new Set(['.git', 'node_modules', 'dist', '.workerd'])
/** What a test runner writes lies at the root; further down the word is a name of ours. */
const WRITTEN_BY_RUNNERS = 'coverage'

/** Every file of the project as `folder/name`, without what is installed or built. */
export function projectFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name) && (folder !== '' || name !== WRITTEN_BY_RUNNERS))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? projectFiles(path) : [path]
    })
}

export const readProjectFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The TypeScript of the project, read once. */
export function readSources(): Map<string, Source> {
  const paths = projectFiles().filter((path) => /\.(ts|mts|tsx)$/.test(path))
  return new Map(paths.map((path) => [path, sourceOf(path, readProjectFile(path))]))
}

/** The file behind an import: a path of the project, or the name of a package as it stands. */
export function resolveImport(from: string, specifier: string): string {
  if (specifier === 'accounting-simulator') return entryPoints.index
  const [, entry] = /^accounting-simulator\/(.+)$/.exec(specifier) ?? []
  if (entry !== undefined) return (entryPoints as Record<string, string>)[entry] ?? specifier
  if (!specifier.startsWith('.')) return specifier
  const path = posix.join(dirname(from), specifier)
  const candidates = [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`, path]
  return candidates.find((candidate) => /\.\w+$/.test(candidate) && existsSync(join(ROOT, candidate))) ?? path
}
