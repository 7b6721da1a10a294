import { describe, expect, it } from 'vitest'
import { readArguments as read } from '../../src/command/options'
import { runServe } from '../../src/command/serve-command'
import { SERVE_OPTIONS } from '../../src/command/serve-options'
import { runCommand } from '../support/run-command'

const readArguments = (args: string[]) => read(args, SERVE_OPTIONS)?.values

describe('the arguments of the command', () => {
  it('have defaults', () => {
    expect(readArguments([])).toEqual({
      port: 4010,
      host: '127.0.0.1',
      clock: 'live',
      seed: undefined,
      now: undefined,
      strict: false,
      noRateLimits: false,
      assume: [],
      world: undefined,
      scenario: undefined,
      save: undefined,
      controls: 'loopback',
      ui: false,
      endWith: [],
      json: false,
      readyFile: undefined,
      hosts: undefined,
      cors: false,
      version: false,
    })
  })

  it('are read', () => {
    const some = '--port 0 --host ::1 --clock manual --seed 7 --world in.json --save out.json'.split(' ')
    const args = [...some, ...'--scenario flaky-network --controls anyone'.split(' ')]
    expect(readArguments(args)).toMatchObject({
      scenario: 'flaky-network',
      controls: 'anyone',
      port: 0,
      host: '::1',
      clock: 'manual',
      seed: 7,
      world: 'in.json',
      save: 'out.json',
    })
  })

  it('assumptions are read as JSON, and as texts', () => {
    const args =
      '--assume idempotency-window=24 --assume trailing-slash=accept --strict --no-rate-limits --cors'
    expect(readArguments([...args.split(' '), '--assume', 'size-limits={"depth":9}'])).toMatchObject({
      assume: [
        ['idempotency-window', 24],
        ['trailing-slash', 'accept'],
        ['size-limits', { depth: 9 }],
      ],
      strict: true,
      noRateLimits: true,
      cors: true,
    })
  })

  it.each([
    [
      '--assume trailing-slash',
      '--assume must be id=value, such as trailing-slash=accept, not trailing-slash',
    ],
    ['--port x', "--port must be a whole number from 0 to 65535, not 'x'"],
    ['--port 65536', '--port must be a whole number from 0 to 65535, not 65536'],
    ['--port 1e3', "--port must be a whole number from 0 to 65535, not '1e3'"],
    ['--seed -1', 'seed'],
    ['--clock fast', '--clock must be live or manual, not fast'],
    ['--controls some', '--controls must be loopback, anyone or off, not some'],
    ['--prot 4010', 'there is no option --prot, perhaps --port; --help tells more'],
    ['--colour red', 'there is no option --colour; --help tells more'],
    ['stray', 'stray'],
    ['--save', 'save'],
  ])('%s is refused', (args, message) => {
    expect(() => readArguments(args.split(' '))).toThrow(message)
  })
})

it('the panel needs the controls', async () => {
  const { status, error } = await runCommand((output) => runServe(['--ui', '--controls', 'off'], output))
  expect(status).toBe(1)
  expect(error).toContain('--ui works through the controls')
})
