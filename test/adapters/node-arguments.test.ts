import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/adapters/node-arguments'

describe('the arguments of the command', () => {
  it('have defaults', () => {
    expect(readArguments([])).toEqual({
      port: 4010,
      host: '127.0.0.1',
      clock: 'live',
      seed: undefined,
      world: undefined,
      scenario: undefined,
      save: undefined,
      controls: 'loopback',
      help: false,
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

  it.each([
    ['--port x', '--port must be a whole number from 0 to 65535, not x'],
    ['--port 65536', '--port must be a whole number from 0 to 65535, not 65536'],
    ['--port 1e3', '--port must be a whole number from 0 to 65535, not 1e3'],
    ['--seed -1', 'seed'],
    ['--clock fast', '--clock must be live or manual, not fast'],
    ['--controls some', '--controls must be loopback, anyone or off, not some'],
    ['--colour red', "Unknown option '--colour'"],
    ['stray', 'stray'],
    ['--save', 'save'],
  ])('%s is refused', (args, message) => {
    expect(() => readArguments(args.split(' '))).toThrow(message)
  })
})
