import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { launch } from '../../../test/browser/support/chromium'
import { entryPoints, unnamed } from '../../../tsup.config'
import { installed } from '../installed'
import { run } from '../process'
import { PLAYED_ON, type Result, type Turn, writeResult } from '../turns'
import { PLACES, type Place, SETTINGS } from './places'

const LIMIT = 10 * 60_000

let reference: Promise<string> | undefined

/** Plays the traffic in one place under each setting; each digest has to be that of this process's own Node. */
export async function playPlace(turn: Turn, commit: string): Promise<Result> {
  const started = performance.now()
  const place = PLACES.find(({ name }) => name === turn.file) as Place
  reference ??= bundled(resolve('node_modules/.cache/prove/here')).then((folder) =>
    inNode(folder, process.execPath, {}),
  )
  const expected = await reference
  const digests: Record<string, string> = {}
  try {
    const folder = place.install
      ? await installed(place.name, place.install)
      : resolve('node_modules/.cache/prove/page')
    await bundled(folder)
    for (const { name, env } of SETTINGS) digests[name] = await HOW[place.kind](folder, env)
  } catch (error) {
    digests['not run'] = String(error).split('\n')[0] ?? ''
  }
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests: Object.keys(digests).length,
    failed: Object.entries(digests)
      .filter(([name, digest]) => name !== 'not run' && digest !== expected)
      .map(([name]) => `${place.name}, ${name}`),
    seconds: Math.round((performance.now() - started) / 1000),
    digests,
  }
  writeResult(turn, result)
  return result
}

type Play = (folder: string, env: Readonly<Record<string, string>>) => Promise<string>

const inNode = (folder: string, node: string, env: Readonly<Record<string, string>>): Promise<string> =>
  printed(node, [join(folder, 'directly.mjs')], folder, env)

const HOW: Readonly<Record<Place['kind'], Play>> = {
  node: (folder, env) => inNode(folder, binary(folder, 'node'), env),
  bun: (folder, env) => inNode(folder, binary(folder, 'bun'), env),
  deno: (folder, env) => printed(binary(folder, 'deno'), ['run', '-A', 'directly.mjs'], folder, env),
  msw: (folder, env) => printed(ownNode(folder), [join(folder, 'by-msw.mjs')], folder, env),
  async vitest(folder, env) {
    const text = await printed(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'],
      folder,
      env,
    )
    return /digest ([0-9a-f]{64})/.exec(text)?.[1] ?? text
  },
  async chromium(folder, env) {
    const browser = await launch({ env: { ...process.env, ...env } as Record<string, string> })
    try {
      const page = await browser.newPage()
      await page.addScriptTag({ path: join(folder, 'page.js') })
      return await page.evaluate(() =>
        (globalThis as unknown as { traffic: { digest(): Promise<string> } }).traffic.digest(),
      )
    } finally {
      await browser.close()
    }
  },
}

const binary = (folder: string, name: string): string => join(folder, 'node_modules', '.bin', name)

/** The Node of the folder, or that of this process. */
const ownNode = (folder: string): string =>
  existsSync(binary(folder, 'node')) ? binary(folder, 'node') : process.execPath

/** What a program prints; a program that fails is one that was run. */
async function printed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { text, code } = await run(command, args, { cwd, timeout: LIMIT, env: { ...process.env, ...env } })
  return code === 0 ? text.trim() : `failed: ${text.trim().split('\n').at(-1)}`
}

/** The traffic as programs of one folder. They are bundled once, so that all places run the same bytes. */
async function bundled(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const from = resolve('scripts/prove/matrix')
  const common = { bundle: true, target: 'es2022' } as const
  await build({
    ...common,
    ...{ entryPoints: [join(from, 'traffic.ts'), join(from, 'through-msw.ts')], outdir: folder },
    ...{
      format: 'esm',
      platform: 'node',
      outExtension: { '.js': '.mjs' },
      external: ['msw', 'msw/*'],
      alias: aliases(),
    },
  })
  await build({
    ...common,
    ...{ entryPoints: [join(from, 'traffic.ts')], outfile: join(folder, 'page.js'), format: 'iife' },
    ...{ globalName: 'traffic', platform: 'browser', alias: aliases(unnamed['index-browser']) },
  })
  const programs = {
    'directly.mjs': "import { digest } from './traffic.mjs'\nconsole.log(await digest())\n",
    'by-msw.mjs':
      "import { digestThroughMsw } from './through-msw.mjs'\nconsole.log(await digestThroughMsw())\n",
    'vitest.config.mjs': "export default { test: { include: ['traffic.test.mjs'], exclude: [] } }\n",
    'traffic.test.mjs': [
      "import { test } from 'vitest'",
      "import { digest } from './traffic.mjs'",
      "test('traffic', async () => console.log('digest', await digest()), 600_000)\n",
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  return folder
}

const aliases = (index = entryPoints.index): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...entryPoints, index }).map(([name, file]) => [
      name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
      resolve(file),
    ]),
  )
