import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Consumer, pack, run } from './consumer'
import { checkDeclarations, checkListing } from './contents'
import { PROJECTS, type ProjectRun } from './projects'

/**
 * Packs the project as npm would, installs the tarball in empty folders and lets small programs use it there.
 * Run after `npm run build`. With names of example projects it runs those and nothing else.
 */
const tarball = pack()
const asked = process.argv.slice(2)
if (asked.length > 0) {
  for (const name of asked) checkProject(PROJECTS.find((project) => project.name === name) ?? { name })
  process.exit()
}
checkListing(tarball.files)
checkDeclarations('dist')
// Resolvers before `exports` existed look for files; the OpenAPI document has no types to be found.
step('types resolve for every kind of importer', () =>
  run('npx', ['attw', tarball.path, '--exclude-entrypoints', './openapi.json']),
)

const alone = new Consumer('alone', [tarball.path])
step('an ES module', () => alone.node('direct.mjs'))
step('a CommonJS module', () => alone.node('direct.cjs'))
step('the entries around a simulator, ES modules', () => alone.node('entries.mjs'))
step('the entries around a simulator, CommonJS', () => alone.node('entries.cjs'))
step('an exploration, alone and with workers', () => alone.node('explore.mjs'))
step('recorded traffic, and the command that replays it', () => alone.node('replay.mjs'))
step('the command', () => alone.run('npx', ['accounting-simulator', '--help']))

const typed = new Consumer('typed', [tarball.path, 'typescript@5.9', '@types/node@20'])
checkTypes(typed, 'strict', ['mts', 'cts'], 'es2022')

const mocked = new Consumer('msw-2.15', [tarball.path, 'msw@2.15', 'typescript@5.9', '@types/node@20'])
// The declarations of msw itself need the DOM, and cannot be required from CommonJS under node16.
checkTypes(mocked, 'strict-msw', ['mts'], 'es2022,dom,dom.iterable')
step('msw 2.15, ES module', () => mocked.node('msw.mjs'))
step('msw 2.15, CommonJS', () => mocked.node('msw.cjs'))
step('the entries for browsers, in Node', () => mocked.node('browser.mjs'))

const oldest = new Consumer('msw-2.10', [tarball.path, 'msw@2.10.0'])
step('msw 2.10.0, the oldest that is allowed', () => oldest.node('msw.mjs'))

const newest = new Consumer('msw-3', [tarball.path, 'msw@3'])
if (!('withResolvers' in Promise))
  step('msw 3 on an older Node is refused', () => newest.node('msw-refused.mjs'))
const node24 = newest.nodeOfPackage('node@24')
if (node24 === undefined) {
  process.stdout.write(
    `${'!'.repeat(80)}\nSKIPPED: msw 3 on Node 24, because the package node@24 did not install.\n`,
  )
} else {
  step('msw 3 on Node 24, ES module', () => newest.run(node24, ['msw.mjs']))
  step('msw 3 on Node 24, CommonJS', () => newest.run(node24, ['msw.cjs']))
  step('Node 24 without msw', () => newest.run(node24, ['direct.mjs']))
}
PROJECTS.forEach(checkProject)
process.stdout.write('The packed tarball works.\n')

function step(title: string, work: () => void): void {
  work()
  process.stdout.write(`ok  ${title}\n`)
}

/** An example project as its user runs it. */
function checkProject({ name, folder = name, packages = [], changes = [] }: ProjectRun): void {
  step(`examples/${folder}${packages.length > 0 ? ` with ${packages.join(', ')}` : ''} (${name})`, () => {
    const project = new Consumer(name, [tarball.path, ...packages], join('examples', folder))
    for (const change of changes) project.replace(change)
    process.stdout.write(project.run('npm', ['test']))
  })
}

/** Compiles one program as every kind of importer, with no declaration excused, and runs what comes out. */
function checkTypes(consumer: Consumer, program: string, kinds: readonly string[], lib: string): void {
  if (kinds.includes('cts'))
    copyFileSync(join(consumer.folder, `${program}.mts`), join(consumer.folder, `${program}.cts`))
  const sources = kinds.map((kind) => `${program}.${kind}`)
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
  ]
  const target = ['--target', 'es2022', '--lib', lib, '--types', 'node']
  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const how = ['--module', module, '--moduleResolution', resolution, '--outDir', resolution]
    step(`${program}: TypeScript, module resolution ${resolution}`, () => {
      consumer.run('npx', ['tsc', ...strict, ...target, ...how, ...sources])
      // A bundler would turn the syntax of a .cts into CommonJS; with module esnext TypeScript leaves it.
      const runnable = kinds.filter((kind) => kind === 'mts' || module !== 'esnext')
      for (const kind of runnable) consumer.node(`${resolution}/${program}.${kind.replace('ts', 'js')}`)
    })
  }
}
