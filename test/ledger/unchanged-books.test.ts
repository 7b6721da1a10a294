import type { Simulator } from 'accounting-simulator'
import { expect, test, vi } from 'vitest'
import { Table } from '../../src/kernel/table'
import { invoice, trading } from '../support/worlds/trade'

test.each<[string, (simulator: Simulator) => void]>([
  ['the preset records only', () => undefined],
  ['an invoice and no timer', ({ records }) => void records.invoices.create(invoice())],
])('an untouched fork of a checked world with %s is not checked again', (_, arrange) => {
  const simulator = trading({ strict: false })
  arrange(simulator)
  simulator.books.check()
  const forks = [simulator.fork(), simulator.fork()]
  const reading = vi.spyOn(Table.prototype, 'rows')
  const found = forks.map(({ books }) => books.check())
  const { length: read } = reading.mock.calls
  reading.mockRestore()
  expect([found, read]).toEqual([[[], []], 0])
})
