import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator, type ExportedWorld } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { checkWritable, saveWorld } from '../../src/command/save'
import { temporaryFolder } from '../support/temporary-folder'

const folder = temporaryFolder()

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as ExportedWorld

describe('a world is saved', () => {
  it('as what export gives', () => {
    const simulator = createSimulator()
    const file = join(folder, 'world.json')
    saveWorld(simulator, file, () => undefined)
    expect(read(file)).toEqual(simulator.export())
    expect(readdirSync(folder)).toEqual(['world.json'])
  })

  it('without the faults that no file can hold, which are named', () => {
    const simulator = createSimulator()
    simulator.faults.inject({ then: { staleRead: true } })
    simulator.faults.inject({ then: { status: 503 } })
    const file = join(folder, 'faults.json')
    const told: string[] = []
    saveWorld(simulator, file, (line) => told.push(line))
    expect(told.join('')).toMatch(
      /^accounting-simulator: fault 1 answers from the past, .* left out of .*\n$/,
    )
    expect(read(file).note).toContain('Left out: fault 1, which answers from the past.')
    const faults = createSimulator({ world: read(file) }).faults
    expect(faults.unfired().map(({ id }) => id)).toEqual([2])
    expect(() => simulator.export()).toThrow(/fault 1 answers from the past/)
    expect(() => simulator.export({ faults: 'all' as 'refuse' })).toThrow(/faults must be/)
  })

  it('whole or not at all: a file that was there stays', () => {
    const simulator = createSimulator()
    const file = join(folder, 'kept.json')
    writeFileSync(file, 'as it was')
    Object.defineProperty(simulator, 'export', { value: () => ({ tables: { a: { b: [{ c: 1n }] } } }) })
    expect(() => saveWorld(simulator, file, () => undefined)).toThrow(/--save .*kept.json cannot be written/)
    expect(readFileSync(file, 'utf8')).toBe('as it was')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('only where it can be written', () => {
    expect(() => checkWritable({ '--save': join(folder, 'no', 'such', 'file.json') })).toThrow(
      /^--save .* cannot be written/,
    )
    checkWritable({ '--save': join(folder, 'fine.json'), '--ready-file': undefined })
    expect(readdirSync(folder)).not.toContain('fine.json')
  })

  // Windows and macOS do not tell names apart by their case.
  it.each(['out', 'OUT', './out', '../out', 'other/../out'])('not two into one file: out and %s', (name) => {
    const files = { '--json': join(folder, 'out'), '--html': `${folder}/${name}` }
    if (name === '../out') expect(() => checkWritable(files)).not.toThrow()
    else expect(() => checkWritable(files)).toThrow(/^--json and --html name one file: /)
  })
})
