import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { readProjectFile } from '../tidy/source-tree'

const folder = temporaryFolder()

const tsc = ['node_modules/typescript/lib/tsc.js', '--strict', '--exactOptionalPropertyTypes', '--noEmit']
const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck']

/** The simulator of the example, as far as it uses it. */
const SIMULATOR = `export function createSimulator(): { baseUrl: string; apiKey: string; fetch: typeof fetch }`

test('the example client compiles against openapi-typescript with its default settings', async () => {
  const document = JSON.stringify(createSimulator().openapi())
  writeFileSync(join(folder, 'service.d.ts'), astToString(await openapiTypescript(document)))
  writeFileSync(join(folder, 'main.ts'), readProjectFile('examples/typed-client/main.ts'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'accounting-simulator'), { recursive: true })
  writeFileSync(join(modules, 'accounting-simulator/index.d.ts'), SIMULATOR)
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name))
  const args = [...tsc, ...target, '--types', 'node', join(folder, 'main.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  expect(stdout).toBe('')
}, 120_000)
