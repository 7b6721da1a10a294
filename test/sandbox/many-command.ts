import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import type { Made } from './deployment'
import { BETTER } from './storages'

export const TOKENS = { web: 'the-token-of-the-team-web', mobile: 'the-token-of-team-mobile' }

/** Hands over the socket behind descriptor 3, as systemd does. */
const AS_SYSTEMD = ['sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh']

/** Bundles the command into the folder, and gives each test one of its own, which ends with it. */
export function commandForEach(program: string, take: (many: ManyCommand) => void): void {
  let many: ManyCommand
  beforeAll(() => bundlePrograms(program, commands), 60_000)
  beforeEach(() => {
    many = new ManyCommand(program)
    take(many)
  })
  afterEach(async () => {
    await many.end('SIGKILL')
  })
}

/** The command `many` on a directory, as an operator starts it. */
export class ManyCommand {
  readonly teams: string
  /** The descriptor of a socket that it gets. */
  socket: number | undefined
  /** The user as whom it runs, if another. */
  user: number | undefined
  /** Blocks of 512 bytes that each of its files may have, if not as many as it likes. */
  blocks: number | undefined
  url = ''
  out = ''
  err = ''
  readonly #program: string
  #child: ChildProcess | undefined

  /** @param program the folder of the bundled command */
  constructor(
    program: string,
    readonly directory = join(temporaryFolder(), 'sandboxes'),
  ) {
    this.#program = join(program, 'node-command.js')
    this.teams = join(temporaryFolder(), 'teams.json')
    this.setTeams(TOKENS)
  }

  setTeams(teams: object): void {
    writeFileSync(this.teams, JSON.stringify(teams))
  }

  /** Runs it to its end. */
  async run(
    ...args: string[]
  ): Promise<{ readonly status: number | null; readonly out: string; readonly err: string }> {
    const told = { out: '', err: '' }
    const child = this.#spawned(['--directory', this.directory, ...args], told)
    const [status] = await once(child, 'close')
    return { status, ...told }
  }

  /** Ends when it listens. @throws what it complained of */
  async start(...args: string[]): Promise<void> {
    this.out = ''
    const all = ['--directory', this.directory, '--teams', this.teams, '--port', '0', '--json', ...args]
    const child = this.#spawned(all, this)
    this.#child = child
    let isOver = false
    const ended = once(child, 'close').then(() => {
      isOver = true
    })
    while (!this.out.includes('\n') && !isOver)
      await Promise.race([once(child.stdout ?? child, 'data'), ended])
    if (isOver) throw new Error(this.err)
    this.url = `http://127.0.0.1:${JSON.parse(this.out).port}`
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'close')
    child.kill(signal)
    return (await ended)[0]
  }

  get events(): Record<string, unknown>[] {
    return this.err
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  async told(event: string): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 200; tries += 1) {
      const found = this.events.find((one) => one.event === event)
      if (found) return found
      await pause(20)
    }
    throw new Error(`nobody told of ${event}: ${this.err}`)
  }

  team(call: string, body?: object, token = TOKENS.web): Promise<Response> {
    const [method = '', path = ''] = call.split(' ')
    return fetch(`${this.url}/__sandboxes${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  async make(body: object = { clock: 'manual' }): Promise<Made> {
    return (await (await this.team('POST ', body)).json()) as Made
  }

  service({ apiKey }: Made, call: string, body?: object): Promise<Response> {
    const [method = '', path = ''] = call.split(' ')
    return fetch(this.url + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  control({ adminToken }: Made, path: string): Promise<Response> {
    return fetch(`${this.url}/__simulator${path}`, { headers: { authorization: `Bearer ${adminToken}` } })
  }

  #spawned(args: readonly string[], told: { out: string; err: string }): ChildProcess {
    const command = [process.execPath, this.#program, 'many', ...args]
    const limited = ['sh', '-c', `ulimit -f ${this.blocks}; exec "$@"`, 'sh']
    const before = this.socket !== undefined ? AS_SYSTEMD : this.blocks !== undefined ? limited : []
    const [program = '', ...rest] = [...before, ...command]
    // On a Node without SQLite it takes better-sqlite3 of this folder.
    const child = spawn(program, rest, {
      cwd: this.user === undefined ? BETTER : '/',
      ...(this.user !== undefined && { uid: this.user, gid: this.user }),
      stdio: ['pipe', 'pipe', 'pipe', this.socket ?? 'ignore'],
    })
    child.stdout?.on('data', (chunk) => {
      told.out += chunk
    })
    child.stderr?.on('data', (chunk) => {
      told.err += chunk
    })
    return child
  }
}
