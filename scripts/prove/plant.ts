import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PATCHES } from '../../test/prove/patches'
import { run } from './process'
import { FOLDER, type Result, resultFile, type Turn } from './turns'

/** How long the simulation may look for one mistake, and how long all tests may take: milliseconds. */
const SIMULATION = 5 * 60_000
const TESTS = 30 * 60_000

/** These read the sources as texts, and would find any patch. */
const READERS = ['test/prove/**', 'test/tidy/**', 'test/tidy.test.ts', 'test/docs/**']

let copy: Promise<string> | undefined

/**
 * Plants a mistake in a copy of the last commit, and says which of the tests and the simulation find it. It fails if
 * none does, and if something is found where nothing was planted.
 */
export async function plant(turn: Turn, commit: string): Promise<Result> {
  const patch = PATCHES.find(({ name }) => name === turn.file)
  const started = performance.now()
  copy ??= copied()
  const folder = await copy
  const file = join(folder, patch?.file ?? 'package.json')
  const text = readFileSync(file, 'utf8')
  const foundBy: string[] = []
  try {
    if (patch)
      writeFileSync(
        file,
        text.replace(patch.from, () => patch.to),
      )
    const simulation = ['test/simulation', 'test/tie-outs']
    const long = { SERVICE: '200x1000', SERVICE_SEED: '1', TIE_OUTS: '20x1000', RUNS: '2000' }
    if (await finds(folder, simulation, SIMULATION, long)) foundBy.push('simulation')
    if (
      await finds(
        folder,
        READERS.flatMap((one) => ['--exclude', one]),
        TESTS,
      )
    )
      foundBy.push('tests')
  } finally {
    writeFileSync(file, text)
  }
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    node: process.version,
    tests: 1,
    failed: foundBy.length > 0 === (patch !== undefined) ? [] : [turn.file],
    seconds: Math.round((performance.now() - started) / 1000),
    foundBy,
  }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(resultFile(turn), `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** Whether tests fail before their time is over. */
async function finds(
  cwd: string,
  args: readonly string[],
  timeout: number,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const { PROVE: _, ...env } = process.env
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...args]
  const { code } = await run(process.execPath, vitest, { cwd, timeout, env: { ...env, ...more } })
  return code !== null && code !== 0
}

/** A work tree of the last commit with the same packages. */
async function copied(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'patched-'))
  const { code, text } = await run('git', ['worktree', 'add', '--detach', '--force', folder, 'HEAD'])
  if (code !== 0) throw new Error(text)
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  await run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/write-record-types.ts'], {
    cwd: folder,
  })
  process.once('exit', () => spawnSync('git', ['worktree', 'remove', '--force', folder]))
  return folder
}
