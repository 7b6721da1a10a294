import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failuresOf, reportTo } from '../../scripts/prove/turns'
import { temporaryFolder } from '../support/temporary-folder'

const OLD = 'f292b29f'
/** Its programs, their tests, and the tests of what its pages show. */
const PROGRAMS = ['CHANGELOG.md', 'README.md', 'docs', 'examples', 'skills', 'test/docs', 'test/examples']
const PLAYED = [
  'examples/vitest-project',
  'examples/webhook-mirror',
  'examples/record-traffic',
  'test/docs',
  'test/examples',
]
/** This version, and what its tests stand on. */
const PRESENT = [
  'package.json',
  'scenarios',
  'scripts',
  'site',
  'src',
  'test',
  'tsconfig.json',
  'tsup.config.ts',
]

/** What a user has to change, with the words of CHANGELOG.md that say so. */
const PRINTED = 'expects the words of a story'
const FAILING: Readonly<Record<string, string>> = {
  // Its receiver meets 429, and throws.
  'all invoices arrive on both sides: events that come twice': '`{ mayThrow: true }`',
  'the naive integration has a story, as the README tells it': PRINTED,
  'the output is that of the command (UPDATE=1 rewrites it)': PRINTED,
  'the pages show what the library prints (UPDATE=1 rewrites them) a story': PRINTED,
  'the pages show what the library prints (UPDATE=1 rewrites them) what exploring finds': PRINTED,
}

const folder = temporaryFolder()

const hasHistory = spawnSync('git', ['cat-file', '-e', `${OLD}^{commit}`]).status === 0

test.runIf(process.env.PROVE && hasHistory)(
  'programs of an earlier version run, but for what is told',
  () => {
    for (const path of [...PRESENT, 'vitest.config.ts']) cpSync(path, join(folder, path), { recursive: true })
    for (const path of PROGRAMS) rmSync(join(folder, path), { recursive: true, force: true })
    const archive = execFileSync('git', ['archive', OLD, ...PROGRAMS], { maxBuffer: 1e9 })
    execFileSync('tar', ['x', '-C', folder], { input: archive })
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    const report = join(folder, 'report.json')
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...PLAYED,
      '--testTimeout=600000',
      ...reportTo(report),
    ]
    const { PROVE: _, VITEST: __, ...env } = process.env
    spawnSync(process.execPath, vitest, { cwd: folder, env, stdio: 'ignore' })
    const told = JSON.parse(readFileSync(report, 'utf8'))
    expect(told.numPassedTests).toBeGreaterThan(50)
    expect(failuresOf(told).sort()).toEqual(Object.keys(FAILING).sort())
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    for (const words of Object.values(FAILING)) expect(changelog).toContain(words)
  },
)
