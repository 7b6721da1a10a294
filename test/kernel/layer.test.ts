import { expect, test } from 'vitest'
import { Layer, type Versioned } from '../../src/kernel/layer'
import { Store } from '../../src/kernel/store'

/** A table that counts what is put back into it. */
function countingTable() {
  const rows = new Map<unknown, object>()
  const table = {
    scope: '',
    name: 'things',
    restored: 0,
    get: (key: unknown) => rows.get(key),
    apply(key: unknown, row: object | undefined) {
      table.restored += 1
      if (row) rows.set(key, row)
      else rows.delete(key)
    },
  }
  return { table: table as typeof table & Versioned, rows }
}

test('rows that come and go leave nothing in a layer', () => {
  const { table, rows } = countingTable()
  const layer = new Layer()
  for (let id = 0; id < 1000; id += 1) {
    layer.remember(table, id, undefined)
    rows.set(id, { id })
    rows.delete(id)
    layer.forgetGone(table, id)
  }
  expect(layer.changes()).toEqual([])
  layer.undo()
  expect(table.restored).toBe(0)
})

test('a row that was there before is remembered though it is gone', () => {
  const { table, rows } = countingTable()
  const layer = new Layer()
  const row = { id: 1 }
  rows.set(1, row)
  layer.remember(table, 1, row)
  rows.delete(1)
  layer.forgetGone(table, 1)
  layer.undo()
  expect(rows.get(1)).toBe(row)
})

test.each([
  ['a row made and removed after the newest mark', 2, []],
  ['the same row, back to the mark before', 1, []],
  ['the same row, back to the first mark', 0, []],
])('%s', (_, mark, left) => {
  const store = new Store(() => 'id')
  const table = store.table('', 'things')
  const { history } = store
  const marks = [history.mark()]
  history.atomically(() => table.put({ id: 1, name: 'one' }))
  marks.push(history.mark())
  history.atomically(() => {
    table.put({ id: 2 })
    history.atomically(() => table.remove(2))
    table.remove(1)
  })
  marks.push(history.mark())
  history.atomically(() => table.put({ id: 1, name: 'again' }))
  table.remove(1)
  history.rewind(marks[mark] as (typeof marks)[0])
  expect([...table.rows()].map(({ id }) => id)).toEqual(mark === 1 ? [1] : left)
})
