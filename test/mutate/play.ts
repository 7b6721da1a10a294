import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MutateReport } from '../../src/command/mutate/report'
import { entryPoints } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

export interface Played {
  readonly status: number | null
  readonly out: string
  readonly error: string
  /** What --json wrote, if it did. */
  readonly report: MutateReport | undefined
}

/** A project of a user: the suites, and the package as it is installed. */
export class SuitesProject {
  readonly folder = temporaryFolder()
  readonly #package = join(this.folder, 'node_modules/accounting-simulator')

  async install(): Promise<void> {
    cpSync(fileURLToPath(new URL('suites', import.meta.url)), this.folder, { recursive: true })
    mkdirSync(this.#package, { recursive: true })
    const { index, matchers, node } = entryPoints
    const command = { 'node-command': 'src/command/node-command.ts' }
    await bundlePrograms(this.#package, { index, matchers, node, ...command })
    const exports = { '.': './index.js', './*': './*.js' }
    const manifest = { name: 'accounting-simulator', type: 'module', exports }
    writeFileSync(join(this.#package, 'package.json'), JSON.stringify(manifest))
  }

  /** `accounting-simulator mutate` with these words. */
  mutate(words: readonly string[], env: Readonly<Record<string, string>> = {}): Played {
    const file = join(this.folder, 'report.json')
    rmSync(file, { force: true })
    const command = join(this.#package, 'node-command.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'mutate', ...words], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, COUNT: join(this.folder, 'count'), ...env },
    })
    return { status, out: stdout, error: stderr, report: reportIn(file) }
  }

  /** The report on a suite. */
  judge(suite: string, ...options: string[]): Played {
    return this.mutate(['--json', 'report.json', ...options, '--', process.execPath, 'suite.mjs', suite])
  }

  /** The end of a suite, with a line of its own and under a mutant. */
  plays(suite: string, add = '', mutant = ''): 'green' | 'red' {
    const env = { ...process.env, ADD: add, ACCOUNTING_MUTANT: mutant }
    const { status } = spawnSync(process.execPath, ['suite.mjs', suite], { cwd: this.folder, env })
    return status === 0 ? 'green' : 'red'
  }
}

function reportIn(file: string): MutateReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MutateReport
  } catch {
    return undefined
  }
}
