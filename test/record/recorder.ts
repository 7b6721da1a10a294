import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

/** The command of the package as a process of its own, in a folder of its own. */
export function commandOfPackage() {
  const folder = temporaryFolder()
  const children: ChildProcess[] = []
  const servers: Server[] = []
  beforeAll(() => bundlePrograms(folder, commands), 60_000)
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const server of servers.splice(0)) server.close()
  })

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(folder, 'node-command.js'), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
    })
    children.push(child)
    const printed = { out: '', error: '' }
    child.stdout.on('data', (part) => {
      printed.out += part
    })
    child.stderr.on('data', (part) => {
      printed.error += part
    })
    const ended = once(child, 'close').then(([status]) => status as number | null)
    /** Waits for a line of the terminal. */
    const line = async (wanted: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = wanted.exec(printed.out)
        if (found) return found
        const isOver = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          ended.then(() => true),
        ])
        if (isOver && !wanted.test(printed.out)) throw new Error(`it ended: ${printed.out}${printed.error}`)
      }
    }
    return { child, printed, ended, line }
  }

  /** Starts `record` on a free port. */
  async function recording(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const command = run(['record', '--port', '0', ...args], env)
    const [, url = ''] = await command.line(/base URL (http:\S+),/)
    return { ...command, url }
  }

  /** Starts a server of the test, in the place of the service or of a receiver. @returns its address */
  async function served(handle: RequestListener): Promise<string> {
    const server = createServer(handle).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  return { folder, run, recording, served }
}
