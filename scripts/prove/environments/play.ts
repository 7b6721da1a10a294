import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromiumPath } from '../../../test/browser/support/chromium'
import { pack } from '../../../test/package/consumer'
import { installedIn, npmInstall } from '../installed'
import { type Ended, run } from '../process'
import { PLAYED_ON, type Result, type Turn, writeResult } from '../turns'
import { CONSUMERS } from './generators'
import { replaced, writeFiles } from './make'
import type { Project, Run } from './project'
import { PROJECTS } from './projects'
import { type RealService, realService } from './service'

const LIMIT = 3 * 60_000

/** Outside of the repository, whose packages a project may not find. Kept, so that a project is installed once. */
const ROOM = join(tmpdir(), `accounting-simulator-projects-${digestOf(resolve('.')).slice(0, 8)}`)

let packed: Promise<string> | undefined
let service: Promise<RealService> | undefined

/** Makes one project with the packed package, and lets it run. What did not come of it as its row says fails. */
export async function playProject(turn: Turn, commit: string): Promise<Result> {
  const started = performance.now()
  const project = [...PROJECTS, ...CONSUMERS].find(({ name }) => name === turn.file) as Project
  const failed: string[] = []
  try {
    packed ??= tarball()
    service ??= realService()
    const [path, real] = [await packed, await service]
    const folder = join(
      ROOM,
      digestOf(JSON.stringify([project.install ? project.name : '', project.packages])),
    )
    const words = {
      ...{ TARBALL: path, SERVICE_HTTPS: real.https, SERVICE_HTTP: real.http },
      ...(project.browses && { CHROMIUM: chromiumPath() }),
    }
    await writeFiles(folder, project, words)
    const command = project.install ?? npmInstall([path, ...project.packages])
    await installedIn(folder, command, [path, ...command].join(' '))
    const folders = [join(folder, project.folder ?? ''), folder]
    if (project.before) await ranIn(folders, { command: project.before })
    for (const one of project.runs) {
      const command = one.command.map((part) => replaced(part, words))
      failed.push(...(await complaintsOf({ ...one, command }, folders, real)))
    }
  } catch (error) {
    failed.push(`${project.name}: ${String(error).split('\n')[0]}`)
  }
  const result: Result = {
    ...{ chapter: turn.chapter.name, file: turn.file, seed: null, steps: 0, commit },
    date: new Date().toISOString(),
    ...PLAYED_ON,
    tests: project.runs.length,
    failed: failed.map((why) => `${project.name}, ${why}`),
    seconds: Math.round((performance.now() - started) / 1000),
  }
  writeResult(turn, result)
  return result
}

/** What the program that runs this has set, or npm for it. */
const OURS = /^(FORCE_COLOR|VITEST.*|NODE_OPTIONS|INIT_CWD|npm_.*)$/

/** Runs a program of the project with its packages and those of this machine, and with nothing of this repository. */
function ranIn(folders: readonly string[], { command, env }: Pick<Run, 'command' | 'env'>): Promise<Ended> {
  const others = process.env.PATH?.split(':').filter((path) => !path.endsWith('node_modules/.bin')) ?? []
  const path = [...folders.map((folder) => join(folder, 'node_modules/.bin')), ...others].join(':')
  const outside = Object.entries(process.env).filter(([name]) => !OURS.test(name))
  const [program = '', ...args] = command
  return run(program, args, {
    cwd: folders[0] ?? '.',
    env: { ...Object.fromEntries(outside), NO_COLOR: '1', CI: '1', ...env, PATH: path },
    timeout: LIMIT,
  })
}

/** What a run should have done, and did not. */
async function complaintsOf(one: Run, folders: readonly string[], real: RealService): Promise<string[]> {
  const before = real.arrived()
  const ended = await ranIn(folders, one)
  const text = stripVTControlCharacters(ended.text)
  const complaints = one.says
    .filter((said) => !text.includes(said))
    .map((said) => `does not say ${JSON.stringify(said)}`)
  if (ended.code === null) complaints.unshift(`takes more than ${LIMIT / 60_000} minutes`)
  else if ((ended.code === 0) !== one.succeeds) complaints.unshift(one.succeeds ? 'fails' : 'is green')
  const arrived = real.arrived() - before
  if (arrived !== (one.arriving ?? 0))
    complaints.push(`${arrived} requests reach the real service, not ${one.arriving ?? 0}`)
  if (complaints.length > 0) console.log(text)
  return complaints.map((complaint) => `${one.command.join(' ')}: ${complaint}`)
}

/** The packed build, under a name that tells its content. */
async function tarball(): Promise<string> {
  if (!existsSync('dist') || newest('src') > newest('dist'))
    throw new Error('first `npm run build`: dist/ is older than src/')
  const { path } = await pack()
  mkdirSync(ROOM, { recursive: true })
  const named = join(ROOM, `${digestOf(readFileSync(path))}.tgz`)
  copyFileSync(path, named)
  return named
}

/** When a file of the folder was changed last. */
const newest = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)).mtimeMs)
    .reduce((a, b) => Math.max(a, b), 0)

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
