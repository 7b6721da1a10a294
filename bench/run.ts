import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Options } from 'tsup'
import setUpFolder from '../test/support/temporary-folder'
import configurations from '../tsup.config'
import { TODAY } from './built-path'
import { quartiles } from './quartiles'
import type { Told } from './report'

/** Each section has a process of its own; `npm run bench -- growth start` runs only those named. */
const SECTIONS = [
  'through-msw',
  'direct',
  'growth',
  'memory',
  'rewind',
  'audit',
  'start',
  'every-type',
  'asking',
  'recurrence',
  'contracts',
  'usage',
  'webhooks',
  'virtual-time',
  'explore',
  'suite',
  'mutate',
  'sandbox',
  'sandbox-waits',
  'sandbox-objects',
]

process.once('exit', setUpFolder())

/** `BESIDE` names the folder of an older built package, and `PAIRS` how often each section plays with both in turn. */
const older = process.env.BESIDE
const PAIRS = Number(process.env.PAIRS ?? 3)

const asked = process.argv.slice(2)
const sections = asked.length > 0 ? asked : SECTIONS

// Only the ES modules of the published builds; the other formats are not measured.
for (const modules of (configurations as readonly Options[]).filter(({ format }) => format === 'esm'))
  await build({ ...modules, config: false, outDir: TODAY, esbuildPlugins: [] })
const manifest = {
  name: 'accounting-simulator',
  type: 'module',
  exports: { '.': './index.js', './*': './*.js' },
}
writeFileSync(join(TODAY, 'package.json'), JSON.stringify(manifest))
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`)
console.log('Medians; ratio of medians; quartiles of the ratios of single rounds. Only ratios travel.')
for (const section of sections) {
  // One section plays both builds itself.
  if (older === undefined || section === 'sandbox-waits') await play(section, TODAY)
  else await compare(section, resolve(older))
}

async function play(section: string, measured: string, heard?: (told: Told) => void): Promise<void> {
  const child = fork(fileURLToPath(new URL(`sections/${section}.ts`, import.meta.url)), {
    env: { ...process.env, MEASURED: join(measured, '/') },
    stdio: heard ? ['ignore', 'ignore', 'inherit', 'ipc'] : 'inherit',
  })
  if (heard) child.on('message', heard)
  // The last figures may come after the end of the process.
  const [[code]] = await Promise.all([once(child, 'exit'), heard && once(child, 'disconnect')])
  if (code !== 0) process.exitCode = 1
}

/** Plays a section with both builds in turn, and prints today's figures as multiples of the older ones. */
async function compare(section: string, before: string): Promise<void> {
  const lines = new Map<string, { readonly older: number[]; readonly today: number[] }>()
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const build of pair % 2 === 0 ? (['older', 'today'] as const) : (['today', 'older'] as const))
      await play(section, build === 'older' ? before : TODAY, ({ title, name, value }) => {
        const line = lines.get(`${title}: ${name}`) ?? { older: [], today: [] }
        line[build].push(value)
        lines.set(`${title}: ${name}`, line)
      })
  console.log(`\n${section}: today against ${older}, medians of ${PAIRS} processes each`)
  for (const [name, { older, today }] of lines) {
    const [was, is] = [quartiles(older).median, quartiles(today).median]
    const pairs = today.map((value, at) => (value / (older[at] ?? Number.NaN)).toFixed(2))
    console.log(
      `  ${(is / was).toFixed(2)}  ${was.toFixed(1)} -> ${is.toFixed(1)}  (${pairs.join(' ')})  ${name}`,
    )
  }
}
