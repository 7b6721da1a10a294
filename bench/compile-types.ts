/**
 * Measures what the published types cost a project that uses all of them: the type checker's time and memory, and
 * the size of the declarations. Prints figures and asserts nothing. Each argument is a folder with a built package;
 * without one it is this project. `npm run build`, then `npx tsx bench/compile-types.ts [OTHER ...]`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registry } from '../src/resources/registry'
import { usesAllTypes } from '../test/support/uses-all-types'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc')
const REPEATS = 3

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  types: [],
  noEmit: true,
}

function consumerOf(packageFolder: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'compile-types-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(packageFolder, join(folder, 'node_modules/accounting-simulator'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(folder, 'use.ts'), usesAllTypes())
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['use.ts'] }),
  )
  return folder
}

function check(packageFolder: string) {
  const folder = consumerOf(packageFolder)
  try {
    const runs = Array.from({ length: REPEATS }, () =>
      execFileSync(process.execPath, [TSC, '-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' }),
    )
    const figure = (name: string): number => {
      const found = runs.map((run) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(run)?.[1]))
      return found.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? 0
    }
    return {
      package: basename(packageFolder),
      'checking, s': figure('Check time'),
      'all of tsc, s': figure('Total time'),
      types: figure('Types'),
      instantiations: figure('Instantiations'),
      'memory, MB': Math.round(figure('Memory used') / 1024),
      'declarations, kB': kilobytes(join(packageFolder, 'dist'), /\.d\.ts$/),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const kilobytes = (folder: string, files: RegExp): number =>
  Math.round(
    readdirSync(folder)
      .filter((file) => files.test(file))
      .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1024,
  )

const asked = process.argv.slice(2)
console.log(`a project that uses ${registry.definitions.length} record types; median of ${REPEATS}`)
console.table((asked.length > 0 ? asked : [PROJECT]).map((folder) => check(resolve(folder))))
