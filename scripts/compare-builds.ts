import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Differences } from './compare/differences'
import { type Build, Stage } from './compare/stage'
import { CHAPTERS } from './compare/story'

/**
 * Plays one story against two builds and says where they answer differently, byte for byte.
 *
 * `npm run compare -- OLD_DIST [NEW_DIST] [--seeds 1,2,3] [--chapters faults,months] [--except words] [--show 5]`
 *
 * `words` are the texts of refusals, errors and reasons where everything else about them is alike.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1,2,3' },
    chapters: { type: 'string', default: Object.keys(CHAPTERS).join(',') },
    except: { type: 'string', default: '' },
    show: { type: 'string', default: '5' },
  },
})
const [oldFolder, newFolder = 'dist'] = positionals
if (oldFolder === undefined) throw new Error('npm run compare -- OLD_DIST [NEW_DIST]')
const chapters = listOf(values.chapters)
const unknown = chapters.filter((name) => !(name in CHAPTERS))
if (unknown.length > 0)
  throw new Error(`no chapter ${unknown.join(', ')}; ${Object.keys(CHAPTERS).join(', ')}`)

const builds = { old: await buildIn(oldFolder), now: await buildIn(newFolder) }
let isAlike = true
for (const seed of listOf(values.seeds).map(Number)) isAlike = (await play(seed)) && isAlike
process.exit(isAlike ? 0 : 1)

async function play(seed: number): Promise<boolean> {
  const differences = new Differences(Number(values.show))
  for (const name of chapters) {
    const [requests, started] = [differences.requests, process.cpuUsage().user]
    differences.chapter = name
    await CHAPTERS[name]?.(new Stage(builds, seed, differences))
    const seconds = ((process.cpuUsage().user - started) / 1e6).toFixed(1)
    process.stdout.write(
      `  seed ${seed} ${name}: ${differences.requests - requests} requests, ${seconds} s\n`,
    )
  }
  const differing = differences.differing(listOf(values.except))
  const { requests, compared } = differences
  process.stdout.write(`seed ${seed}: ${requests} requests, ${compared} comparisons, ${differing} differ\n`)
  const statuses = [...differences.statuses].sort(([a], [b]) => a - b)
  process.stdout.write(
    `  statuses: ${statuses.map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}\n`,
  )
  const isWhole = Object.keys(CHAPTERS).every((name) => chapters.includes(name))
  const unreached = isWhole ? differences.unreached(operationsOf(builds.old)) : []
  if (unreached.length > 0) process.stdout.write(`  never asked for: ${unreached.join(', ')}\n`)
  const report = String(differences)
  if (report !== '') process.stdout.write(`${report}\n`)
  return differing === 0 && unreached.length === 0
}

function operationsOf({ createSimulator }: Build): string[] {
  return Object.entries(createSimulator().openapi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function listOf(text: string): string[] {
  return text.split(',').filter((one) => one !== '')
}

async function buildIn(folder: string): Promise<Build> {
  const file = resolve(folder, 'index.js')
  if (!existsSync(file)) throw new Error(`${file} is missing; run npm run build there`)
  return (await import(pathToFileURL(file).href)) as Build
}
