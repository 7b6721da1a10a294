import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Options } from 'tsup'
import setUpFolder from '../test/support/temporary-folder'
import configurations from '../tsup.config'
import { BUILT } from './built-path'

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

const asked = process.argv.slice(2)
const sections = asked.length > 0 ? asked : SECTIONS

// Only the ES modules of the published builds; the other formats are not measured.
for (const modules of (configurations as readonly Options[]).filter(({ format }) => format === 'esm'))
  await build({ ...modules, config: false, outDir: BUILT, esbuildPlugins: [] })
const manifest = {
  name: 'accounting-simulator',
  type: 'module',
  exports: { '.': './index.js', './*': './*.js' },
}
writeFileSync(join(BUILT, 'package.json'), JSON.stringify(manifest))
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`)
console.log('Medians; ratio of medians; quartiles of the ratios of single rounds. Only ratios travel.')
for (const section of sections) {
  const child = fork(fileURLToPath(new URL(`sections/${section}.ts`, import.meta.url)))
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
