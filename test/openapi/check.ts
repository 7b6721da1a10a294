import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tellThroughPrism } from './prism'

/**
 * Checks the built document with other tools: two linters, a generator of typed clients and a validating
 * proxy. Run it after `npm run build`.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const document = join(root, 'dist/openapi.json')
if (!existsSync(document)) throw new Error('dist/openapi.json is missing; run npm run build first')

const folder = mkdtempSync(join(tmpdir(), 'openapi-check-'))
try {
  step('redocly lint', () =>
    run('redocly', 'lint', document, '--config', join(root, 'test/openapi/redocly.yaml')),
  )
  step('spectral lint', () =>
    run('spectral', 'lint', document, '--ruleset', join(root, 'test/openapi/spectral.yaml')),
  )
  step('a typed client compiles strictly and runs', typedClient)
  const told = await tellThroughPrism(document)
  process.stdout.write(`ok  prism agrees with ${told} answers\n`)
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write('The OpenAPI document holds.\n')
process.exit(0)

function step(title: string, work: () => void): void {
  work()
  process.stdout.write(`ok  ${title}\n`)
}

/** A tool of the project; what it says is shown when it fails. */
function run(tool: string, ...arguments_: readonly string[]): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin', tool), arguments_, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 1e8,
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${tool} is not content:\n${stdout.slice(0, 20_000)}${stderr.slice(0, 5000)}`)
  }
}

/** The example, compiled against types written from the document and run against the built package. */
function typedClient(): void {
  const example = join(root, 'examples/typed-client')
  install('accounting-simulator', root)
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node'])
    install(name, join(root, 'node_modules', name))
  copyFileSync(join(example, 'main.ts'), join(folder, 'main.mts'))
  run('openapi-typescript', document, '--output', join(folder, 'service.d.ts'))
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler']
  run('tsc', ...strict, ...target, '--lib', 'es2022,dom,dom.iterable', '--types', 'node', 'main.mts')
  const said = execFileSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' })
  const expected = /<!-- sold:begin -->\n```\n(.*?)```/s.exec(
    readFileSync(join(example, 'README.md'), 'utf8'),
  )?.[1]
  if (said !== expected) throw new Error(`the typed client says\n${said}instead of\n${expected}`)
}

function install(name: string, from: string): void {
  const to = join(folder, 'node_modules', name)
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}
