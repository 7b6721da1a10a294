import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'

/** Folder of the results of `npm run prove`, one file for each suite. */
const FOLDER = fileURLToPath(new URL('../../prove/', import.meta.url))

interface Proof {
  readonly suite: string
  readonly commit: string
  readonly date: string
  readonly state: string
  readonly tests: number
  readonly failed: readonly string[]
  readonly seconds: number
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The commit, unless something has changed since: then nothing that was proved before counts. */
const proved = (): string =>
  `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and more'}`

/** Suites that passed at this very commit need no second run. */
export function provenSuites(): string[] {
  const commit = proved()
  if (!existsSync(FOLDER) || commit.endsWith('and more')) return []
  const proofs = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Proof)
  return proofs
    .filter((proof) => proof.commit === commit && proof.state === 'passed')
    .map(({ suite }) => suite)
}

/** Writes the dated result of a suite when it ends, so that a run that was broken off goes on where it was. */
export class ProofReporter implements Reporter {
  private commit = ''

  onTestRunStart(): void {
    this.commit = proved()
    mkdirSync(FOLDER, { recursive: true })
  }

  onTestModuleEnd(module: TestModule): void {
    // Some tests of a suite prove nothing of the others.
    if (module.project.globalConfig.testNamePattern) return
    const tests = [...module.children.allTests()]
    const proof: Proof = {
      suite: module.relativeModuleId,
      commit: this.commit,
      date: new Date().toISOString(),
      state: module.state(),
      tests: tests.filter((test) => test.result().state !== 'skipped').length,
      failed: tests.filter((test) => test.result().state === 'failed').map(({ fullName }) => fullName),
      seconds: Math.round(module.diagnostic().duration / 1000),
    }
    writeFileSync(`${FOLDER}${proof.suite.replaceAll('/', '-')}.json`, `${JSON.stringify(proof, null, 2)}\n`)
    console.log(`${proof.date} ${proof.state} ${proof.suite} (${proof.tests} tests, ${proof.seconds} s)`)
  }
}
