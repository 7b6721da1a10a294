import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aliasesTo, bundleSources } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import type { Example } from './pages'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

export interface FileResult {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly {
    readonly title: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

export interface Run {
  readonly files: readonly FileResult[]
  /** Everything on stdout and stderr. */
  readonly printed: string
}

/** Runs files of tests as a reader does, in a folder of their own. */
export async function runFiles(examples: readonly Pick<Example, 'file' | 'run'>[]): Promise<Run> {
  const sources = temporaryFolder()
  await bundleSources(sources)
  // The frames of a reader's file are told from those of the simulator by their folder.
  const folder = join(sources, 'reader')
  mkdirSync(folder)
  for (const { file, run } of examples) writeFileSync(join(folder, file), run)
  const json = join(folder, 'results.json')
  writeFileSync(join(folder, 'vitest.config.mjs'), configOf(sources))
  const args = [join(PROJECT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`, '--maxWorkers=1']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^CI$/.test(name)))
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [...args, ...reporters], { cwd: folder, env }, (_, out, err) =>
      resolve(out + err),
    )
  })
  return { files: JSON.parse(readFileSync(json, 'utf8')).testResults, printed }
}

/** The public names stand for the sources, in few files, which are loaded once for all examples. */
const configOf = (sources: string): string => `export default {
  resolve: { alias: ${JSON.stringify(aliasesTo(sources))} },
  test: { include: ['*.test.ts'], testTimeout: 60_000, isolate: false },
}
`
