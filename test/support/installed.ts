import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands, entryPoints } from '../../tsup.config'
import { bundlePrograms } from './bundled'
import { temporaryFolder } from './temporary-folder'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What a program printed, and its exit status; null if a signal ended it. */
export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly error: string
}

/** A room in which the package is installed as ES modules, with its command, for processes of their own. */
export class InstalledRoom {
  readonly path = temporaryFolder()
  /** The file of the command `accounting-simulator`. */
  readonly command = join(this.path, 'node_modules/accounting-simulator/node-command.js')
  #projects = 0

  /** @param others packages of this project that are installed there, too */
  static async open(others: readonly string[] = []): Promise<InstalledRoom> {
    const room = new InstalledRoom()
    const modules = join(room.path, 'node_modules')
    const own = dirname(room.command)
    mkdirSync(own, { recursive: true })
    await bundlePrograms(own, { ...entryPoints, 'node-command': commands['node-command'] })
    const exports = Object.fromEntries(
      Object.keys(entryPoints).map((name) => [name === 'index' ? '.' : `./${name}`, `./${name}.js`]),
    )
    writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module', exports }))
    for (const name of others) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
    return room
  }

  /** A folder with these files. */
  project(files: Readonly<Record<string, string>>): string {
    this.#projects += 1
    const folder = join(this.path, `project-${this.#projects}`)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  }

  /** Runs a command of the package in a folder, as a user does. */
  run(
    folder: string,
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Ended> {
    return runIn(folder, [process.execPath, this.command, ...args], env)
  }
}

/** Runs a program in a folder, without what this runner tells its own programs. */
export async function runIn(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      ACCOUNTING_COVERAGE: undefined,
      VITEST: undefined,
      NODE_TEST_CONTEXT: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (error += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, out, error }
}
