import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { journalLines } from '../support/worlds/shorthand'
import { journalEntry, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: a payable line of a journal entry is a document of its own, with a row of its own. */
test('a world with payable journal lines is imported as it was exported', () => {
  const simulator = trading()
  const items = journalLines('Dr Expense 40.00, Cr 2000 40.00').map((line) =>
    line.account_number === 2000 ? { ...line, vendor_id: 1 } : line,
  )
  simulator.records.journalEntries.create(journalEntry({ items }))
  const file = simulator.export()
  expect(file.tables['org-1']?.journalPayables).toHaveLength(1)
  expect(createSimulator({ world: file }).export()).toEqual(file)
})
