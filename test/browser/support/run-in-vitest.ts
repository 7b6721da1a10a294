import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aliasesTo, bundleSources } from '../../support/bundled'
import { temporaryFolder } from '../../support/temporary-folder'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface Judged {
  readonly passed: number
  readonly failed: number
  readonly messages: string
}

/** Runs a text as a test file of a project of its own, with the sources of the simulator. */
export async function runInVitest(
  text: string,
  beside: Readonly<Record<string, string>> = {},
): Promise<Judged> {
  const folder = temporaryFolder()
  await bundleSources(folder)
  const config = { resolve: { alias: aliasesTo(folder) } }
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  writeFileSync(join(folder, 'copied.test.ts'), text)
  for (const [name, content] of Object.entries(beside)) writeFileSync(join(folder, name), content)
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
}
