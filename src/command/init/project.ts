import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { decodedText } from '../../kernel/decoded-text'
import { isObject } from '../../kernel/is-object'
import { messageOf } from '../../kernel/message-of'
import { jestSetting, missingFor, readsTypeScript } from './jest'
import { isLookedAt, placeFor, type TestPlaces, testPlaces } from './test-places'

export type Runner = 'vitest' | 'jest' | 'playwright' | 'node'

/** The facts about a project that `init` needs. Paths are relative to it, with slashes. */
export interface Project {
  readonly runner: Runner
  /** The reason why the tests are for node:test, where package.json does not name it. */
  readonly reason: string | undefined
  /** The reason why the runner may not look at the place of the tests. */
  readonly doubt: string | undefined
  /** Steps that have to be done before the tests run. */
  readonly missing: readonly string[]
  /** The command that runs the tests. */
  readonly command: string
  readonly hasPackage: boolean
  readonly hasStorybook: boolean
  /** The folder of tests and the end of their names, such as `.test.ts`. */
  readonly place: string
  readonly ending: string
  readonly isTyped: boolean
  /** Modules are loaded with `require`. */
  readonly isCommon: boolean
  /** Files that use the package already, by the entry that they import. */
  readonly uses: Readonly<Record<'simulator' | 'explore', string | undefined>>
  /** A function that seems to talk to the service. */
  readonly found: { readonly name: string; readonly file: string } | undefined
}

interface Manifest {
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly jest?: unknown
  readonly babel?: unknown
}

const PARTS = ['scripts', 'dependencies', 'devDependencies']
const CODE = /\.[cm]?[jt]sx?$/
const SETTINGS = /^(tsconfig\.json|jest[\w.-]*\.json|babel\.config\.json|\.babelrc(\.json)?)$/
const TYPED = /tsx?$/
const TEST = /\.(test|spec)(\.[cm]?[jt]sx?)$/
const NOT_THEIRS = /^(node_modules|dist|build|out|coverage|\..*)$/
/** `jest --init` writes every option down, as a comment. */
const COMMENTS = /^\s*\/\/.*$/gm
const FILES_AT_MOST = 3000
const BYTES_AT_MOST = 200_000

/** @throws Error with a message for the terminal, if there is no project */
export function lookAt(folder: string): Project {
  const manifest = manifestIn(folder)
  const files = codeIn(folder)
  const text = textsOf(folder)
  const packages = { ...manifest.dependencies, ...manifest.devDependencies }
  const runner = runnerOf(packages)
  const tests = files.filter((file) => TEST.test(file))
  const sources = files.filter((file) => !TEST.test(file) && !isConfiguration(file))
  const plain = (file: string): string => text(file).replace(COMMENTS, '')
  const jest = jestSetting(manifest, files, plain)
  const isRead = runner !== 'node' && (runner !== 'jest' || readsTypeScript(jest))
  const config = runner === 'jest' ? jest.jest : configOf(runner, files, plain)
  const places = testPlaces(runner, config, runner === 'jest' ? jest.folder : '.')
  const theirs = tests.filter((file) => belongsTo(runner, text(file)) && isLookedAt(places, file))
  // A test in a language that jest cannot read does not run either.
  const example = theirs.find((file) => runner !== 'jest' || isRead || !TYPED.test(file))
  const isTyped = files.includes('tsconfig.json') || packages.typescript !== undefined
  const meant = example ? undefined : patternIn(config)
  const wanted = {
    place: example
      ? posix.dirname(example)
      : meant?.place === undefined
        ? testFolder(theirs, files, manifest)
        : posix.join(runner === 'playwright' ? '.' : places.base, meant.place),
    ending: example
      ? (TEST.exec(example)?.[0] ?? '')
      : (meant?.ending ?? endingOf(runner, isTyped && isRead)),
  }
  const settled = placeFor(places, wanted)
  const { place, ending } = settled ?? wanted
  const isCommon = example ? isCommonText(text(example)) : runner === 'jest' && isCommonJest(manifest, ending)
  const first = (pattern: RegExp): string | undefined => files.find((file) => pattern.test(text(file)))
  return {
    runner,
    reason: runner === 'node' ? reasonOf(packages, example) : undefined,
    doubt: example ? undefined : doubtOf(places, settled !== undefined, config, meant !== undefined),
    missing: runner === 'jest' && TYPED.test(ending) ? missingFor(jest, packages) : [],
    command: commandOf(runner, manifest, isCommon),
    hasPackage: packages['accounting-simulator'] !== undefined,
    hasStorybook: Object.keys(packages).some(
      (name) => name === 'storybook' || name.startsWith('@storybook/'),
    ),
    place,
    ending,
    isTyped: TYPED.test(ending),
    isCommon,
    uses: {
      simulator: first(/['"]accounting-simulator(\/(vitest|msw|node|storybook))?['"]/),
      explore: first(/['"]accounting-simulator\/explore['"]/),
    },
    found: functionIn(sources, text),
  }
}

function manifestIn(folder: string): Manifest {
  const file = join(folder, 'package.json')
  if (!statSync(file, { throwIfNoEntry: false }))
    throw new Error(
      `there is no package.json in ${folder}; begin in the folder of a project, or with npm init`,
    )
  let manifest: unknown
  try {
    manifest = JSON.parse(decodedText(readFileSync(file)))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${messageOf(error)}`)
  }
  const parts = isObject(manifest) ? [manifest, ...PARTS.map((part) => manifest[part] ?? {})] : [manifest]
  if (!parts.every(isObject))
    throw new Error(`${file} is no manifest: it and its ${PARTS.join(', ')} are objects`)
  return manifest as Manifest
}

/** Code and settings, the nearest first. */
function codeIn(folder: string): string[] {
  const found: string[] = []
  const open = ['.']
  for (let at = 0; at < open.length && found.length < FILES_AT_MOST; at += 1) {
    const path = open[at] as string
    const entries = readdirSync(join(folder, path), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = posix.join(path, entry.name)
      if (entry.isDirectory() && !NOT_THEIRS.test(entry.name)) open.push(inner)
      if (entry.isFile() && (CODE.test(entry.name) || SETTINGS.test(entry.name))) found.push(inner)
    }
  }
  return found
}

function textsOf(folder: string): (file: string) => string {
  const known = new Map<string, string>()
  return (file) => {
    const path = join(folder, file)
    const text =
      known.get(file) ?? (statSync(path).size > BYTES_AT_MOST ? '' : decodedText(readFileSync(path)))
    known.set(file, text)
    return text
  }
}

const RUNNERS: readonly (readonly [string, Runner])[] = [
  ['vitest', 'vitest'],
  ['jest', 'jest'],
  ['@playwright/test', 'playwright'],
]

const runnerOf = (packages: Readonly<Record<string, string>>): Runner =>
  RUNNERS.find(([name]) => packages[name] !== undefined)?.[1] ?? 'node'

/** Says which settings decide about the place and are not read, so that nobody looks for tests that never run. */
function doubtOf(
  { unread, expressions }: TestPlaces,
  isSettled: boolean,
  config: string,
  isMeant: boolean,
): string | undefined {
  const patterns = expressions.length === 0 && !isMeant ? PATTERNS.filter((name) => given(config, name)) : []
  const names = [...unread, ...patterns, ...(isSettled ? [] : ['testRegex'])]
  if (names.length === 0) return undefined
  const settings = [...new Set(names)].join(' and ')
  return `The configuration has ${settings}, which init cannot follow: move the files if the runner does not find them.`
}

const PATTERNS = ['include', 'testMatch']
const given = (config: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${name}['"]?\\s*:`).test(config)

/** Runners for which `init` has no test of its own. */
const OTHERS = ['mocha', 'ava', 'jasmine', 'tap', 'uvu', 'cypress', 'react-scripts', 'bun', 'deno']

function reasonOf(packages: Readonly<Record<string, string>>, example: string | undefined): string {
  if (example !== undefined) return `node:test, as in ${example}.`
  const other = OTHERS.find((name) => packages[name] !== undefined)
  const names = RUNNERS.map(([name]) => name)
  const why = `node:test, because package.json names none of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return other === undefined
    ? `${why}.`
    : `${why}; init writes none for ${other}, see runTest in docs/test-runners.md.`
}

/** npm writes a script into a new package.json that runs no tests. */
const commandOf = (runner: Runner, { scripts, type }: Manifest, isCommon: boolean): string => {
  const script = scripts?.test?.startsWith('echo ') ? undefined : scripts?.test
  const own = {
    vitest: 'npx vitest run',
    jest: 'npx jest',
    playwright: 'npx playwright test',
    node: 'node --test',
  }[runner]
  const command = script === undefined ? own : 'npm test'
  // jest loads ES modules behind this flag only.
  const isLocked = runner === 'jest' && type === 'module' && !isCommon && !script?.includes(MODULES)
  return isLocked ? `NODE_OPTIONS=${MODULES} ${command}` : command
}
const MODULES = '--experimental-vm-modules'

/** A project may have tests for several runners. */
const belongsTo = (runner: Runner, text: string): boolean =>
  runner === 'jest'
    ? !/['"](vitest|node:test|@playwright\/test)['"]/.test(text)
    : text.includes({ vitest: 'vitest', playwright: '@playwright/test', node: 'node:test' }[runner])

const isConfiguration = (file: string): boolean => /(^|\/)[\w.-]*(config|setup)[\w.-]*$/.test(file)

const isCommonText = (text: string): boolean => /\brequire\(/.test(text) && !/^import /m.test(text)

/** Node reads TypeScript since 22.18 only. */
function endingOf(runner: Runner, isTyped: boolean): string {
  const name = runner === 'playwright' ? 'spec' : 'test'
  if (isTyped) return `.${name}.ts`
  return runner === 'node' ? '.test.mjs' : `.${name}.js`
}

const isCommonJest = ({ type }: Manifest, ending: string): boolean =>
  ending.endsWith('.js') && type !== 'module'

const FOLDERS = ['test', 'tests', '__tests__', 'src/__tests__', 'e2e']

function testFolder(theirs: readonly string[], files: readonly string[], { scripts }: Manifest): string {
  const [, asked] = /--(?:dir|root)[= ](?:\.\/)?([\w/.-]+)/.exec(scripts?.test ?? '') ?? []
  if (asked !== undefined) return asked
  const [first] = theirs
  if (first !== undefined) return posix.dirname(first)
  return FOLDERS.find((folder) => files.some((file) => file.startsWith(`${folder}/`))) ?? 'test'
}

/** A folder, or a pattern such as `src/*.{test,spec}.ts`. */
const WHERE = [
  /\btestDir:\s*['"](?:\.\/)?(?<place>[\w/.-]+?)\/?['"]/,
  new RegExp(
    String.raw`\b(?:include|testMatch)['"]?:\s*\[\s*['"](?:<rootDir>\/|\.\/)?(?<place>[\w/.-]*?)\/?\*[*/]*` +
      String.raw`(?<ending>\.[^'"]*(?:test|spec)[^'"]*)['"]`,
  ),
]

function configOf(runner: Runner, files: readonly string[], text: (file: string) => string): string {
  const config = files.find((file) => new RegExp(`^(${runner}|vite)\\.config\\.`).test(file))
  return config === undefined ? '' : text(config)
}

/** The pattern that the runner's configuration has for tests, if any. */
function patternIn(config: string) {
  const found = WHERE.map((where) => where.exec(config)?.groups)
  const { place, ending } = found.find((groups) => groups !== undefined) ?? {}
  // The first of alternatives.
  const first = ending?.replace(/\{([\w.]+)[^}]*\}/g, '$1')
  const isPlain = first === undefined || /^(\.\w+)+$/.test(first)
  return place === undefined || !isPlain ? undefined : { place: place || undefined, ending: first }
}

const EXPORTED =
  /export (?:default )?(?:async )?(?:function\*? |(?:const|class) )(\w+)\b(?! extends \w*Error)|exports\.(\w+) ?=/

/** The first exported function or class, but for errors, of a file that names paths or the header of the service. */
function functionIn(sources: readonly string[], text: (file: string) => string): Project['found'] {
  for (const file of sources) {
    if (!/\/public\/v\d|x-api-key/i.test(text(file))) continue
    const [, name] = EXPORTED.exec(text(file)) ?? []
    if (name !== undefined) return { name, file }
  }
  return undefined
}
