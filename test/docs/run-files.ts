import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'examples-')))
  try {
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
    for (const { file, run } of examples) writeFileSync(join(folder, file), run)
    const json = join(folder, 'results.json')
    writeFileSync(join(folder, 'vitest.config.ts'), CONFIG)
    const args = [join(PROJECT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`, '--maxWorkers=1']
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^CI$/.test(name)))
    const printed = await new Promise<string>((resolve) => {
      execFile(process.execPath, [...args, ...reporters], { cwd: folder, env }, (_, out, err) =>
        resolve(out + err),
      )
    })
    return { files: JSON.parse(readFileSync(json, 'utf8')).testResults, printed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The public names stand for the sources, as in the tests of the project. */
const CONFIG = `import { mergeConfig } from 'vitest/config'
import project from '${join(PROJECT, 'vitest.config.ts')}'
export default mergeConfig(
  { resolve: project.resolve },
  { test: { include: ['*.test.ts'], exclude: [], testTimeout: 60_000 } },
)
`
