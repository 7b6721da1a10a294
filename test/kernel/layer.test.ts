import { describe, expect, test } from 'vitest'
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

test('what is forgotten takes nothing else with it', () => {
  const { table, rows } = countingTable()
  const layer = new Layer()
  const row = { id: 0 }
  layer.remember(table, 0, row)
  for (const id of [1, 2, 3]) {
    layer.remember(table, id, undefined)
    layer.forgetGone(table, id)
  }
  layer.undo()
  expect([...rows]).toEqual([[0, row]])
})

test('a row that comes in one layer and goes in the next leaves nothing when they are merged', () => {
  const { table, rows } = countingTable()
  const [below, above] = [new Layer(), new Layer()]
  below.remember(table, 1, undefined)
  above.remember(table, 1, { id: 1 })
  above.forgetGone(table, 1)
  above.mergeInto(below)
  above.forgetGoneIn(below)
  below.undo()
  expect([table.restored, rows.size]).toEqual([0, 0])
})

describe('a layer of many rows', () => {
  const MANY = 40

  /** A layer that has seen so many new rows, all of which are there. */
  function full() {
    const { table, rows } = countingTable()
    const layer = new Layer()
    const create = (id: number, into = layer) => {
      into.remember(table, id, undefined)
      rows.set(id, { id })
    }
    const remove = (id: number, from: Layer) => {
      rows.delete(id)
      from.forgetGone(table, id)
    }
    for (let id = 0; id < MANY; id += 1) create(id)
    return { table, rows, layer, create, remove }
  }

  test('remembers how each was first, however often it is written', () => {
    const { table, rows, layer } = full()
    for (let id = 0; id < MANY; id += 1) layer.remember(table, id, { id })
    expect(layer.changes().map(({ before }) => before)).toEqual(new Array(MANY).fill(undefined))
    layer.undo()
    expect([rows.size, table.restored]).toEqual([0, MANY])
  })

  test('remembers the rows of every table', () => {
    const { rows, layer } = full()
    const other = countingTable()
    layer.remember(other.table, 1, undefined)
    other.rows.set(1, { id: 1 })
    expect(layer.changes()).toHaveLength(MANY + 1)
    layer.undo()
    expect([rows.size, other.rows.size]).toEqual([0, 0])
  })

  test('takes back a row that came, went and came again', () => {
    const { table, rows } = countingTable()
    const layer = new Layer()
    for (let id = 0; id < MANY; id += 1) layer.remember(table, id, { id })
    layer.remember(table, 'x', undefined)
    layer.forgetGone(table, 'x')
    layer.remember(table, 'x', undefined)
    rows.set('x', { id: 'x' })
    layer.undo()
    expect([rows.has('x'), rows.size]).toEqual([false, MANY])
  })

  test('does so where it went before they were many', () => {
    const { table, rows, layer } = (() => {
      const made = countingTable()
      const first = new Layer()
      first.remember(made.table, 0, { id: 0 })
      first.remember(made.table, 'x', undefined)
      first.forgetGone(made.table, 'x')
      for (let id = 1; id < MANY; id += 1) first.remember(made.table, id, { id })
      return { ...made, layer: first }
    })()
    layer.remember(table, 'x', undefined)
    rows.set('x', { id: 'x' })
    layer.undo()
    expect([rows.has('x'), rows.size]).toEqual([false, MANY])
  })

  test('and does so where it went in a layer that was merged into it', () => {
    const { rows, layer, create, remove } = full()
    const above = new Layer()
    create(100, above)
    create(101, above)
    create(102, above)
    remove(100, above)
    above.mergeInto(layer)
    create(100)
    layer.undo()
    expect(rows.size).toBe(0)
  })
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
