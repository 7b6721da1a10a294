import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runUserCommand, splitAtCommand, type UserCommand } from '../../src/command/user-command'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

const folder = temporaryFolder()

const node = (script: string, ...args: string[]): UserCommand => [process.execPath, '-e', script, ...args]
const run = (command: UserCommand, timeLimit?: number) =>
  runUserCommand(command, { output: 'kept', env: { GIVEN: 'yes' }, ...(timeLimit && { timeLimit }) })

describe('the arguments of a command that runs another one', () => {
  it.each<[given: string, own: string, command: string]>([
    ['-- npx vitest run', '', 'npx vitest run'],
    ['--json f.json -- npx vitest --min x', '--json f.json', 'npx vitest --min x'],
    ['-- sh -c true -- --help', '', 'sh -c true -- --help'],
  ])('takes %s apart', (given, own, command) => {
    const split = splitAtCommand('coverage', given.split(' '))
    expect([split.own.join(' '), split.command?.join(' ')]).toEqual([own, command])
  })

  it.each([[[]], [['npx', 'vitest']], [['--json', 'f', '--']], [['--', '']]])('refuses %j', (args) => {
    expect(() => splitAtCommand('coverage', args)).toThrow(
      'coverage needs a command after --, such as accounting-simulator coverage -- npx vitest run',
    )
  })

  it('needs no command for --help', () => {
    expect(splitAtCommand('coverage', ['--help']).command).toBeUndefined()
  })
})

describe("the run of a user's command", () => {
  it.each<[script: string, status: number, said: string]>([
    ['console.log(process.env.GIVEN, process.argv[1])', 0, 'yes a b\n'],
    ['console.error(1); process.exit(7)', 7, '1\n'],
    ["process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 9999)", 128 + 15, ''],
    ["process.kill(process.pid, 'SIGKILL')", 128 + 9, ''],
  ])('gives back the status of %s', async (script, status, said) => {
    expect(await run(node(script, 'a b'))).toEqual({ status, said, isLate: false })
  })

  it('says which program is missing', async () => {
    await expect(run(['no-such-program'])).rejects.toThrow('there is no program no-such-program')
    // It is a program of this project.
    await expect(runUserCommand(['vitest'], { output: 'kept', env: { PATH: folder } })).rejects.toThrow(
      'there is no program vitest, perhaps npx vitest',
    )
    await expect(run([folder])).rejects.toThrow(`${folder} cannot be run: `)
  })

  const LINGERING = 'setInterval(() => {}, 1000)'
  /** Starts a process that holds the output open, writes down its id, and goes on. */
  const withChild = (file: string, then: string) =>
    node(`
      const { pid } = require('child_process').spawn(process.execPath, ['-e', '${LINGERING}'], { stdio: 'inherit' })
      require('fs').writeFileSync('${file}', String(pid)); ${then}`)
  const isRunning = (file: string): boolean => {
    // A zombie has ended.
    try {
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${readFileSync(file, 'utf8')}/stat`, 'utf8'))
    } catch {
      return false
    }
  }

  it.runIf(process.platform === 'linux')('ends what a late command has started', async () => {
    const file = join(folder, 'late')
    expect(await run(withChild(file, LINGERING), 1500)).toMatchObject({ isLate: true, status: 128 + 9 })
    await expect.poll(() => isRunning(file)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('ends what a command leaves running', async () => {
    const file = join(folder, 'left')
    expect(await run(withChild(file, 'process.exit(3)'))).toMatchObject({ isLate: false, status: 3 })
    await expect.poll(() => isRunning(file)).toBe(false)
  })

  it('hands signals on', async () => {
    const ended = run(
      node("process.on('SIGHUP', () => process.exit(5)); console.log(1); setInterval(() => {}, 1000)"),
    )
    const again = setInterval(() => process.emit('SIGHUP', 'SIGHUP'), 2000)
    try {
      expect((await ended).status).toBe(5)
    } finally {
      clearInterval(again)
    }
  })
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'explore leaves no folder where %s ends it',
  async (signal) => {
    const program = temporaryFolder()
    await bundlePrograms(program, { 'node-command': 'src/command/node-command.ts' })
    const room = temporaryFolder()
    const line = 'while true; do date > "$ACCOUNTING_DATA/now"; done'
    const command = ['explore', '--timeout', '60', '--', 'sh', '-c', line]
    const child = spawn(process.execPath, [join(program, 'node-command.js'), ...command], {
      env: { ...process.env, TMPDIR: room },
    })
    const ended = once(child, 'exit')
    await vi.waitFor(() => expect(readdirSync(room, { recursive: true }).join()).toMatch(/.now(,|$)/), 20_000)
    child.kill(signal)
    expect(await ended).toEqual([128 + constants.signals[signal], null])
    await vi.waitFor(() => expect(readdirSync(room)).toEqual([]))
  },
  60_000,
)
