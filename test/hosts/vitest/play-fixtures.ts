import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../support/temporary-folder'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
/** The sources are bundled into it. */
export const folder = temporaryFolder()

export interface FileResult {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { title: string; status: string; failureMessages: readonly string[] }[]
}

/** Vitest itself runs files of ./fixtures. */
export async function played(
  name: string,
  more: readonly string[] = [],
): Promise<{ readonly files: readonly FileResult[]; readonly printed: string }> {
  const json = join(folder, `${name}.json`)
  const config = 'test/hosts/vitest/fixtures/vitest.config.ts'
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${json}`]
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--no-color',
    ...reporters,
    ...more,
  ]
  const given = Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST'))
  const env = { ...Object.fromEntries(given), SOURCES: folder }
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: PROJECT, env }, (_, out, err) => resolve(out + err))
  })
  return { files: JSON.parse(readFileSync(json, 'utf8')).testResults, printed }
}
