import { posix } from 'node:path'
import { attempt } from '../../kernel/attempt'

/** The places at which a runner looks for tests, as far as its configuration says so in plain texts. */
export interface TestPlaces {
  /** The folder that patterns are relative to. */
  readonly base: string
  /** Folders below which tests lie. */
  readonly roots: readonly string[]
  /** Expressions that the path of a test has to match, where jest has any. */
  readonly expressions: readonly RegExp[]
  /** Settings about the place of tests that are no plain texts. */
  readonly unread: readonly string[]
}

/** A text in either quotes. */
const QUOTED = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*,?/y
/** The folder of the configuration, and one below it. */
const HERE = /^(?:__dirname|process\.cwd\(\)|import\.meta\.dirname)\b/
const BELOW_HERE =
  /^(?:path\.)?(?:resolve|join)\(\s*(?:__dirname|process\.cwd\(\)|import\.meta\.dirname)\s*,\s*['"]([^'"]+)['"]\s*\)/

/** The texts of a setting. Undefined if it is absent, empty if it is no plain text. */
function textsOf(config: string, name: string): string[] | undefined {
  const found = new RegExp(String.raw`(?<![\w.])['"]?${name}['"]?\s*:\s*`).exec(config)
  if (found === null) return undefined
  const rest = config.slice(found.index + found[0].length).replace(/^\[/, '')
  if (HERE.test(rest)) return ['.']
  const [, below] = BELOW_HERE.exec(rest) ?? []
  if (below !== undefined) return [below]
  const texts: string[] = []
  QUOTED.lastIndex = 0
  for (let one = QUOTED.exec(rest); one !== null; one = QUOTED.exec(rest))
    texts.push((one[1] ?? one[2] ?? '').replaceAll(/\\(.)/g, '$1'))
  return texts
}

/** A report of coverage has patterns of its own. */
const COVERAGE = /\bcoverage['"]?\s*:\s*\{(?:[^{}]|\{[^{}]*\})*\}/g

/** @param folder that of the configuration, relative to the project */
export function testPlaces(runner: string, configuration: string, folder: string): TestPlaces {
  const config = configuration.replaceAll(COVERAGE, '')
  const unread: string[] = []
  const read = (name: string): string[] => {
    const texts = textsOf(config, name)
    if (texts?.length === 0) unread.push(name)
    return texts ?? []
  }
  const at = (from: string, path: string): string => posix.join(from, path).replace(/(?<=.)\/$/, '')
  if (runner === 'jest') {
    const base = at(folder, read('rootDir')[0] ?? '.')
    const absolute = (text: string): string => text.replace(/^<rootDir>\/?/, './')
    const roots = read('roots').map((root) => at(base, absolute(root)))
    const expressions = read('testRegex').flatMap((text) => expressionOf(text.replace('<rootDir>', '')))
    if (/['"]?projects['"]?\s*:/.test(config)) unread.push('projects')
    return { base, roots: roots.length > 0 ? roots : [base], expressions, unread }
  }
  if (runner !== 'vitest') return { base: '.', roots: ['.'], expressions: [], unread: [] }
  const [, ofTests] = /\btest['"]?\s*:\s*(\{.*)/s.exec(config) ?? []
  const base = at('.', read('root')[0] ?? '.')
  const [dir] = (ofTests !== undefined && textsOf(ofTests, 'dir')) || []
  if (/['"]?(?:projects|workspace)['"]?\s*:/.test(ofTests ?? '')) unread.push('projects')
  // vitest looks for `dir` where it runs, not below its root.
  return { base, roots: [dir === undefined ? base : at('.', dir)], expressions: [], unread }
}

function expressionOf(text: string): RegExp[] {
  const expression = attempt(() => new RegExp(text))
  return expression ? [expression] : []
}

export const isLookedAt = ({ roots, expressions }: TestPlaces, path: string): boolean =>
  roots.some((root) => root === '.' || posix.normalize(path).startsWith(`${root}/`)) &&
  (expressions.length === 0 || expressions.some((one) => one.test(`/project/${path}`)))

const FOLDERS = ['', 'test', 'tests', '__tests__']
const ENDINGS = ['.test', '.spec', '-test', '_test', 'Test', '-spec', '.unit', '']

export function placeFor(
  places: TestPlaces,
  given: { readonly place: string; readonly ending: string },
): { readonly place: string; readonly ending: string } | undefined {
  const [extension = ''] = /\.[cm]?[jt]sx?$/.exec(given.ending) ?? []
  const endings = [given.ending, ...ENDINGS.map((ending) => `${ending}${extension}`)]
  const all = [given.place, ...places.roots.flatMap((root) => FOLDERS.map((name) => posix.join(root, name)))]
  return endings
    .flatMap((ending) => all.map((place) => ({ place, ending })))
    .find(({ place, ending }) => isLookedAt(places, posix.join(place, `accounting${ending}`)))
}
