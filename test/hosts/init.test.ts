import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInit } from '../../src/command/init'
import { entryPoints } from '../../tsup.config'
import { aliasesTo, bundleSources } from '../support/bundled'
import { runCommand } from '../support/run-command'
import { temporaryFolder } from '../support/temporary-folder'
import { sampled } from '../support/thorough'
import { programErrors } from '../types/language'
import { type Files, JEST_GLOBALS, manifest, PROJECTS, uses } from './init-projects'

const room = temporaryFolder()
const installed = join(room, 'node_modules/accounting-simulator')
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Below this folder the public names are found. */
beforeAll(async () => {
  mkdirSync(installed, { recursive: true })
  await bundleSources(installed)
  const exports = Object.fromEntries(
    Object.keys(entryPoints).map((name) => [name === 'index' ? '.' : `./${name}`, `./${name}.js`]),
  )
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ type: 'module', exports }))
}, 60_000)

let projects = 0
function project(files: Files): string {
  projects += 1
  const folder = join(room, `project-${projects}`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const contentOf = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )

const init = (folder: string, args: string[] = ['--yes'], answer?: string) =>
  runCommand((output) =>
    runInit(args, { ...output, folder, ask: answer === undefined ? undefined : async () => answer }),
  )

describe('accounting-simulator init', { timeout: 60_000 }, () => {
  it.each(PROJECTS)(
    '%s: writes tests that run, and nothing the second time',
    async (title, files, written) => {
      const folder = project(files)
      const { status, out, error } = await init(folder)
      expect([status, error]).toEqual([0, ''])
      for (const path of written) expect(out).toContain(`wrote ${path}\n`)
      const after = contentOf(folder)
      expect(Object.keys(after).sort()).toEqual([...Object.keys(files), ...written].sort())
      expect(after).toMatchObject(files)
      for (const path of written.filter((one) => one.endsWith('.ts')))
        expect(programErrors(`${after[path]}${title.startsWith('jest') ? JEST_GLOBALS : ''}`)).toEqual([])

      const again = await init(folder)
      expect(again.out).toContain('There is nothing to write.')
      expect(contentOf(folder)).toEqual(after)
      if (played.includes(title)) expect(await ran(folder, title, written)).toBe(0)
      else if (title.startsWith('vitest'))
        expect(await foundIn(folder)).toEqual(expect.arrayContaining([...written]))
    },
  )

  it.each([
    [['--yes'], undefined, 2],
    [[], 'y', 2],
    [[], 'YES', 2],
    [[], '', 0],
    [[], 'no', 0],
    [[], undefined, 0],
  ])('with %j and the answer %j it writes %i files', async (args, answer, count) => {
    const source = `export class Refused extends Error {}\n${uses}`
    const folder = project({ 'package.json': '{}', 'src/orders.js': source })
    const { status, out } = await init(folder, args, answer)
    expect([status, Object.keys(contentOf(folder)).length - 2]).toEqual([0, count])
    expect(out).toContain('put syncOrders of src/orders.js in its place')
    expect(out).toContain('npm install --save-dev accounting-simulator')
    expect(out.includes('Say yes with: npx accounting-simulator init --yes')).toBe(
      args.length === 0 && answer === undefined,
    )
  })

  it.each([
    ['{}', 'npx jest'],
    ['{"type":"module"}', 'NODE_OPTIONS=--experimental-vm-modules npx jest'],
    ['{"type":"module","scripts":{"test":"jest"}}', 'NODE_OPTIONS=--experimental-vm-modules npm test'],
    ['{"type":"module","scripts":{"test":"node --experimental-vm-modules jest"}}', 'npm test'],
    ['{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}', 'npx jest'],
  ])('a project with jest and %s: %s', async (text, command) => {
    const { out } = await init(project({ 'package.json': manifest({ jest: '30' }, JSON.parse(text)) }))
    expect(out).toContain(`Run them: ${command}\n`)
  })

  it.each([
    [
      { jest: { testMatch: ['**/*.test.ts'] } },
      {},
      /install --save-dev ts-jest .* reads no TypeScript yet/,
      /which has the types/,
    ],
    [{ jest: { preset: 'ts-jest' } }, {}, /npm install --save-dev @types\/jest/, /reads no TypeScript/],
    [
      { jest: { preset: 'ts-jest' } },
      { '@types/jest': '30' },
      /with jest and TypeScript/,
      /To do first: .*jest/,
    ],
  ])('jest and TypeScript with %j and %j: tells what is missing', async (more, types, told, untold) => {
    const packages = { jest: '30', typescript: '5', 'ts-jest': '29', 'accounting-simulator': '0', ...types }
    const { out } = await init(project({ 'package.json': manifest(packages, more), 'tsconfig.json': '{}' }))
    expect(out).toContain('wrote test/accounting.test.ts')
    expect(out).toMatch(told)
    expect(out).not.toMatch(untold)
  })

  it.each([
    ['jest', { jest: { projects: ['a', 'b'] } }, {}, 'has projects, which init cannot follow'],
    ['jest', { jest: { testRegex: 'never\\.ts$' } }, {}, 'has testRegex, which init cannot follow'],
    ['jest', { jest: { testMatch: ['**/?(*.)+(cy).[jt]s'] } }, {}, 'has testMatch, which init cannot follow'],
    [
      'vitest',
      {},
      { 'vitest.config.js': 'export default { root: rootOf(this) }' },
      'has root, which init cannot',
    ],
    [
      'vitest',
      {},
      { 'vitest.config.js': 'export default { test: { include: PATTERNS } }' },
      'has include, which',
    ],
    [
      'vitest',
      {},
      { 'vitest.config.js': 'export default { test: { projects: [] } }' },
      'has projects, which',
    ],
  ])('%s with %j and %j: says that it cannot tell where tests are', async (runner, more, files, told) => {
    const { out } = await init(project({ 'package.json': manifest({ [runner]: '4' }, more), ...files }))
    expect(out).toContain(told)
  })

  it.each([
    [{}, {}, 'node:test, because package.json names none of vitest, jest and @playwright/test'],
    [{ mocha: '11' }, {}, 'init writes none for mocha, see runTest in docs/test-runners.md'],
    [{}, { 'old.test.js': "import 'node:test'\n" }, 'node:test, as in old.test.js'],
  ])('with %j and %j it tells why it chose node:test', async (packages, files, reason) => {
    const { out } = await init(project({ 'package.json': manifest(packages), ...files }))
    expect(out).toContain(reason)
  })

  it('gives no reason for a runner that package.json names', async () => {
    const { out } = await init(project({ 'package.json': manifest({ vitest: '4' }) }))
    expect(out).not.toContain('because')
  })

  it('reads a package.json that begins with a mark of the byte order, and parts that are null', async () => {
    const manifest = '\uFEFF{"scripts":null,"dependencies":null,"devDependencies":{"vitest":"4"}}'
    const { status, out } = await init(project({ 'package.json': manifest }), [])
    expect([status, out]).toEqual([0, expect.stringContaining('A project with vitest')])
  })

  it.each([
    [{}, [], /there is no package.json in .*; begin in the folder of a project/],
    [{ 'package.json': '{' }, [], /package.json is not JSON/],
    [{ 'package.json': 'null' }, [], /package.json is no manifest: it and its scripts, dependencies, dev/],
    [{ 'package.json': '["vitest"]' }, [], /package.json is no manifest/],
    [{ 'package.json': '{"scripts":"test"}' }, [], /package.json is no manifest/],
    [{ 'package.json': '{"devDependencies":["vitest"]}' }, [], /package.json is no manifest/],
    [{ 'package.json': '{}' }, ['--yse'], /there is no option --yse, perhaps --yes/],
  ])('%j %j: %s', async (files, args, message) => {
    const folder = project({ 'readme.txt': '', ...files })
    const { status, error } = await init(folder, args)
    expect(status).toBe(2)
    expect(error).toMatch(message)
  })
})

/** Where only the places of the tests differ, it is enough that vitest finds them. */
const played = sampled(
  PROJECTS.map(([title]) => title).filter(
    (title) =>
      title.startsWith('node:test') || !/^vitest .*(root|dir|pattern|says)|jest|Playwright/.test(title),
  ),
  3,
)

/** The files that vitest takes for tests. */
async function foundIn(folder: string): Promise<string[]> {
  const listed = JSON.parse(await output(folder, [VITEST, 'list', '--filesOnly', '--json'])) as {
    file: string
  }[]
  return listed.map(({ file }) => relative(folder, file))
}

/** The exit status of the runner. */
async function ran(folder: string, title: string, written: readonly string[]): Promise<unknown> {
  const isVitest = title.startsWith('vitest')
  const config = join(folder, 'vitest.config.mjs')
  if (isVitest) {
    const own = existsSync(config) ? readFileSync(config, 'utf8') : 'export default {}'
    const resolve = `{ alias: ${JSON.stringify(aliasesTo(installed))} }`
    writeFileSync(
      config,
      `${own.replace('export default', 'const own =')}\nexport default { ...own, resolve: ${resolve} }`,
    )
  }
  const args = isVitest ? [VITEST, 'run', '--maxWorkers=1'] : ['--test', ...written]
  return output(folder, args).then(
    () => 0,
    ({ message }) => message,
  )
}

/** @throws an error with all that was printed, if the program fails */
function output(folder: string, args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^CI$|^NODE_/.test(name)),
  )
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, out, err) =>
      error ? reject(new Error(`${out}${err}`)) : resolve(out),
    )
  })
}
