import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryPoints } from '../../../tsup.config'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const CONFIG = `export default {
  resolve: { alias: { 'accounting-simulator': ${JSON.stringify(join(ROOT, entryPoints.index))} } },
}
`

export interface Judged {
  readonly passed: number
  readonly failed: number
  readonly messages: string
}

/** Runs a text as a test file of a project of its own, with the sources of the simulator. */
export function runInVitest(text: string): Judged {
  const folder = mkdtempSync(join(tmpdir(), 'accounting-simulator-copied-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG)
    writeFileSync(join(folder, 'copied.test.ts'), text)
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
    const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--reporter=json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const begin = stdout.indexOf('{')
    if (begin < 0) throw new Error(`vitest did not run: ${stdout}${stderr}`)
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(stdout.slice(begin)) as {
      numPassedTests: number
      numFailedTests: number
      testResults: readonly {
        readonly message: string
        readonly assertionResults: readonly { readonly failureMessages?: readonly string[] }[]
      }[]
    }
    const messages = testResults.flatMap(({ message, assertionResults }) => [
      message,
      ...assertionResults.flatMap(({ failureMessages = [] }) => failureMessages),
    ])
    return { passed: numPassedTests, failed: numFailedTests, messages: messages.join('\n').trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
