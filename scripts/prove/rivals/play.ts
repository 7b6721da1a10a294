import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { entryPoints } from '../../../tsup.config'
import { installed } from '../installed'
import { run } from '../process'
import { PLAYED_ON, type Result, type Turn, writeResult } from '../turns'
import { RIVALS, type Rival } from './rivals'

const RECORDS = 10_000

/** Checks the behaviour of a rival, and measures it three times. It fails where this library's own behaviour does. */
export async function playRival(turn: Turn, commit: string): Promise<Result> {
  const started = performance.now()
  const rival = RIVALS.find(({ name }) => name === turn.file) as Rival
  const checks: Record<string, string> = {}
  const times: Record<string, number> = {}
  const versions: Record<string, string> = {}
  try {
    const folder = await installed(`rival ${rival.name.replaceAll(/\W+/g, '-')}`, rival.install)
    for (const asked of rival.install) {
      const name = asked.replace(/(?<=.)@.*/, '')
      versions[name] = versionOf(join(folder, 'node_modules', name))
    }
    const program = await bundled(folder)
    Object.assign(checks, await printed<Record<string, string>>(program, folder, rival.name))
    const runs: Record<string, number>[] = []
    for (let time = 0; time < 3; time += 1)
      runs.push(await printed<Record<string, number>>(program, folder, rival.name, RECORDS))
    for (const name of Object.keys(runs[0] ?? {}))
      times[name] = runs.map((one) => one[name] ?? 0).sort((a, b) => a - b)[1] ?? 0
  } catch (error) {
    checks['not run'] = String(error).split('\n')[0] ?? ''
  }
  const isOurs = rival === RIVALS[0]
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests: Object.keys(checks).length,
    failed: isOurs ? Object.keys(checks).filter((name) => checks[name] !== 'yes') : [],
    seconds: Math.round((performance.now() - started) / 1000),
    checks,
    times,
    versions,
  }
  writeResult(turn, result)
  return result
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** The last line that the program prints. */
async function printed<T>(program: string, cwd: string, name: string, records?: number): Promise<T> {
  const env = { ...process.env, RIVAL: name, ...(records !== undefined && { RIVAL_RECORDS: `${records}` }) }
  const { text, code } = await run(process.execPath, [program], { cwd, env, timeout: 10 * 60_000 })
  if (code !== 0) throw new Error(`${name}: ${text.trim().split('\n').at(-1)}`)
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as T
}

async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'rival.mjs')
  await build({
    ...{ entryPoints: [resolve('scripts/prove/rivals/program.ts')], outfile, bundle: true, format: 'esm' },
    ...{ platform: 'node', target: 'es2022', external: ['msw', 'msw/*'] },
    alias: Object.fromEntries(
      Object.entries(entryPoints).map(([name, file]) => [
        name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
        resolve(file),
      ]),
    ),
  })
  return outfile
}
