import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/sandbox/storage'
import { Writer } from '../../src/sandbox/writer'
import { customer } from '../support/worlds/shop'

test('those who hold the rows at once have them one after the other, and nothing is stored meanwhile', async () => {
  const simulator = createSimulator()
  const told: string[] = []
  const storage = { write: () => void told.push('stored') } as unknown as Storage
  const turn = (): Promise<void> => new Promise(setImmediate)
  const writer = new Writer(simulator.journal(), storage, 'manual', turn, () => ({}))
  const hold = async (): Promise<void> => {
    const letGo = await writer.hold()
    simulator.records.customers.create(customer('Acme'))
    void writer.all()
    told.push('held')
    for (let count = 0; count < 3; count += 1) await turn()
    told.push('let go')
    letGo()
  }
  await Promise.all([hold(), hold(), hold()])
  await writer.all()
  const round = ['stored', 'held', 'let go']
  expect(told).toEqual([...round, ...round, ...round, 'stored'])
})
