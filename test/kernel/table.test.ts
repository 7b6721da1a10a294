import { beforeEach, describe, expect, test } from 'vitest'
import { InvariantViolation } from '../../src/kernel/invariant'
import { Store } from '../../src/kernel/store'
import type { Key, Row, Table } from '../../src/kernel/table'

interface Invoice extends Row {
  number: number
  customer: number | null
  date?: string | null
  tags?: readonly string[]
}

let invoices: Table<Invoice>

beforeEach(() => {
  invoices = new Store(() => 'number').table<Invoice>('org-1', 'invoices')
})

function put(...rows: Invoice[]) {
  for (const row of rows) invoices.put(row)
}

describe('rows', () => {
  test('are found by key, replaced and removed', () => {
    put({ number: 1, customer: 7 }, { number: 1, customer: 8 })
    expect(invoices.get(1)).toEqual({ number: 1, customer: 8 })
    expect(invoices.size).toBe(1)
    expect([invoices.remove(1), invoices.remove(1)]).toEqual([true, false])
    expect([invoices.get(1), invoices.has(1), invoices.size]).toEqual([undefined, false, 0])
  })

  test('are the objects that were given, frozen', () => {
    const row = { number: 1, customer: 7, tags: ['new'] }
    put(row)
    expect(invoices.get(1)).toBe(row)
    expect(Object.isFrozen(row) && Object.isFrozen(row.tags)).toBe(true)
  })

  test('that have to be there are a bug where they are not', () => {
    put({ number: 1, customer: 7 })
    expect(invoices.getRequired(1)).toBe(invoices.get(1))
    expect(() => invoices.getRequired(2)).toThrow(new InvariantViolation('The table invoices has no row 2'))
  })

  test('are loaded into a table without rows', () => {
    invoices.load([{ number: 1, customer: 7 }])
    expect(() => invoices.load([])).toThrow(InvariantViolation)
    expect(invoices.keys()).toEqual([1])
  })

  test('the same object again is no change', () => {
    const store = new Store(() => 'number')
    const table = store.table('', 'invoices')
    const row = { number: 1 }
    const heard: unknown[] = []
    table.put(row)
    store.history.onCommit((changes) => heard.push(changes))
    table.put(row)
    expect(heard).toEqual([])
  })

  // biome-ignore format: a table
  test.each<[why: string, key: unknown]>([
    ['missing',    undefined],
    ['null',       null],
    ['a fraction', 1.5],
    ['too large',  2 ** 53],
    ['an object',  {}],
  ])('without a usable key are a bug: %s', (_, key) => {
    expect(() => invoices.put({ number: key, customer: 1 } as Invoice)).toThrow(InvariantViolation)
    expect(invoices.size).toBe(0)
  })
})

describe('a table tells that it has changed', () => {
  test('by a number that grows with each write, and with what takes it back', () => {
    const store = new Store(() => 'number')
    const table = store.table('', 'invoices')
    const versions = [table.version]
    const mark = store.history.mark()
    for (const write of [
      () => table.put({ number: 1 }),
      () => table.put({ number: 1, memo: 'x' }),
      () => table.remove(1),
      () => table.put({ number: 2 }),
      () => store.history.rewind(mark),
    ]) {
      write()
      versions.push(table.version)
    }
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other))
    const loaded = new Store(() => 'number').table('', 'invoices')
    loaded.load([{ number: 1 }])
    expect(loaded.version).toBeGreaterThan(0)
  })

  test('and not where it takes over what it holds already', () => {
    const store = new Store(() => 'number')
    const table = store.table('', 'invoices')
    table.put({ number: 1 })
    const { stamp, version } = table
    store.adopt(store.fork())
    expect([table.stamp === stamp, table.version]).toEqual([true, version])
  })

  test('by a stamp that a fork shares until one of them writes', () => {
    const store = new Store(() => 'number')
    store.table('', 'invoices').put({ number: 1 })
    const before = store.table('', 'invoices').stamp
    const forked = store.fork().table('', 'invoices')
    expect([before, forked.stamp]).toEqual([expect.any(Object), before])
    expect(forked.stamp).toBe(before)
    forked.put({ number: 2 })
    expect([forked.stamp === before, store.table('', 'invoices').stamp === before]).toEqual([false, true])
  })
})

describe('two tables are alike', () => {
  const rowsOf = (...rows: Row[]) => {
    const table = new Store(() => 'number').table('', 'invoices')
    for (const row of rows) table.put(row)
    return table
  }

  // biome-ignore format: a table
  test.each<[what: string, other: Row[], isAlike: boolean]>([
    ['the same rows',            [{ number: 1, tags: ['a'] }, { number: 2 }],                true],
    ['in another order',         [{ number: 2 }, { number: 1, tags: ['a'] }],                true],
    ['a row less',               [{ number: 1, tags: ['a'] }],                               false],
    ['a row more',               [{ number: 1, tags: ['a'] }, { number: 2 }, { number: 3 }], false],
    ['another key',              [{ number: 1, tags: ['a'] }, { number: 3 }],                false],
    ['another value in the last', [{ number: 1, tags: ['a'] }, { number: 2, memo: 'x' }],    false],
    ['another value in the first', [{ number: 1, tags: ['b'] }, { number: 2 }],              false],
    ['none',                     [],                                                         false],
  ])('with %s', (_, other, isAlike) => {
    const one = rowsOf({ number: 1, tags: ['a'] }, { number: 2 })
    expect([one.isAlike(rowsOf(...other)), rowsOf(...other).isAlike(one)]).toEqual([isAlike, isAlike])
    expect(one.isAlike(one)).toBe(true)
  })

  test('until one of two forks writes', () => {
    const store = new Store(() => 'number')
    store.table('', 'invoices').put({ number: 1 })
    const forked = store.fork().table('', 'invoices')
    const seen = [store.table('', 'invoices').isAlike(forked)]
    forked.put({ number: 1, memo: 'x' })
    seen.push(store.table('', 'invoices').isAlike(forked))
    forked.put({ number: 1 })
    expect([...seen, store.table('', 'invoices').isAlike(forked)]).toEqual([true, false, true])
  })
})

describe('keys ascend', () => {
  // biome-ignore format: a table
  test.each<[what: string, put: Key[], ascending: Key[]]>([
    ['appended numbers',   [1, 2, 3],                       [1, 2, 3]],
    ['numbers by value',   [10, 9, 100, 1],                 [1, 9, 10, 100]],
    ['negative numbers',   [1, -1, 0],                      [-1, 0, 1]],
    ['texts by code unit', ['b', 'a', 'B', 'é', '10', '9'], ['10', '9', 'B', 'a', 'b', 'é']],
    ['a key put twice',    [2, 1, 2],                       [1, 2]],
  ])('%s', (_, keys, ascending) => {
    const table = new Store(() => 'id').table('', 'any')
    for (const id of keys) table.put({ id })
    expect(table.keys()).toEqual(ascending)
    expect([...table.rows()].map((row) => row.id)).toEqual(ascending)
    expect(table.last()).toEqual({ id: ascending.at(-1) })
  })

  test('an empty table has no last row', () => {
    expect(invoices.last()).toBeUndefined()
  })
})

describe('walking through the rows while writing', () => {
  beforeEach(() => put(...[1, 2, 3, 4].map((number) => ({ number, customer: null }))))

  function visited(write: (row: Invoice) => void): number[] {
    const numbers: number[] = []
    for (const row of invoices.rows()) {
      numbers.push(row.number)
      write(row)
    }
    return numbers
  }

  // biome-ignore format: a table
  test.each<[what: string, write: (row: Invoice) => void, visited: number[]]>([
    ['removing each',           (row) => invoices.remove(row.number),                   [1, 2, 3, 4]],
    ['removing the next',       (row) => invoices.remove(row.number + 1),               [1, 3]],
    ['removing the one before', (row) => invoices.remove(row.number - 1),               [1, 2, 3, 4]],
    ['replacing each',          (row) => invoices.put({ ...row, customer: 1 }),         [1, 2, 3, 4]],
    ['adding in front',         (row) => invoices.put({ ...row, number: -row.number }), [1, 2, 3, 4]],
    ['adding at the end',       ({ number }) => number === 4 && put({ number: 5, customer: 1 }), [1, 2, 3, 4, 5]],
  ])('%s', (_, write, expected) => {
    expect(visited(write)).toEqual(expected)
  })
})

describe('looking up by a column', () => {
  beforeEach(() =>
    put(
      { number: 3, customer: 7, tags: ['late', 'late', 'big'] },
      { number: 1, customer: 7, tags: ['big'] },
      { number: 2, customer: null, tags: [] },
      { number: 4, customer: 8 },
    ),
  )

  // biome-ignore format: a table
  test.each<[column: string, value: string | number | null, keys: number[]]>([
    ['customer',   7,      [1, 3]],
    ['customer',   8,      [4]],
    ['customer',   '7',    []],
    ['customer',   null,   [2]],
    ['tags',       'big',  [1, 3]],
    ['tags',       'late', [3]],
    ['tags',       null,   [4]],
    ['unheard_of', 1,      []],
    ['unheard_of', null,   [1, 2, 3, 4]],
    ['__proto__',  'x',    []],
  ])('%s = %j', (column, value, keys) => {
    expect(invoices.keysWhere(column, value)).toEqual(keys)
    expect(invoices.find(column, value)?.number).toBe(keys[0])
    expect(invoices.rowsWhere(column, value)).toEqual(keys.map((key) => invoices.get(key)))
  })

  test('builds an index only for what was asked', () => {
    invoices.keysWhere('customer', 7)
    expect(['customer', 'tags'].map((column) => invoices.isIndexed(column))).toEqual([true, false])
  })

  test('follows every later write', () => {
    expect(invoices.keysWhere('customer', 7)).toEqual([1, 3])
    put({ number: 4, customer: 7 }, { number: 1, customer: 8 })
    invoices.remove(3)
    expect(invoices.keysWhere('customer', 7)).toEqual([4])
    expect(invoices.keysWhere('customer', 8)).toEqual([1])
    expect(invoices.keysWhere('tags', 'late')).toEqual([])
  })

  test('copies nothing, however many there are', () => {
    for (let number = 10; number < 50_010; number++) invoices.put({ number, customer: 9 })
    expect(invoices.keysWhere('customer', 9)).toHaveLength(50_000)
    expect(invoices.keysWhere('customer', 9)).toBe(invoices.keysWhere('customer', 9))
    expect(invoices.keys()).toBe(invoices.keys())
    expect(invoices.keysOrderedBy('number')).toBe(invoices.keysBetween('number', undefined, undefined))
  })
})

describe('ordering by a column', () => {
  beforeEach(() =>
    put(
      { number: 1, customer: 1, date: '2026-02-01' },
      { number: 2, customer: 1, date: null },
      { number: 3, customer: 1, date: '2026-01-15' },
      { number: 4, customer: 1, date: '2026-02-01' },
      { number: 5, customer: 1 },
    ),
  )

  test('is by value, then key, and without a value last', () => {
    expect(invoices.keysOrderedBy('date')).toEqual([3, 1, 4, 2, 5])
  })

  // biome-ignore format: a table
  test.each<[from: string | null | undefined, to: string | null | undefined, keys: number[]]>([
    [undefined,    undefined,    [3, 1, 4]],
    ['2026-01-15', '2026-02-01', [3, 1, 4]],
    ['2026-01-16', undefined,    [1, 4]],
    ['2026-02-01', '2026-02-01', [1, 4]],
    [undefined,    '2026-01-31', [3]],
    [undefined,    '2025-12-31', []],
    ['2026-02-02', undefined,    []],
    ['2026-02-01', '2026-01-15', []],
    ['2026-02-02', '2026-01-14', []],
    [null,         undefined,    []],
    [undefined,    null,         []],
  ])('from %j to %j', (from, to, keys) => {
    expect(invoices.keysBetween('date', from, to)).toEqual(keys)
    expect(invoices.countBetween('date', from, to)).toBe(keys.length)
  })

  test('follows every later write', () => {
    invoices.keysOrderedBy('date')
    put({ number: 2, customer: 1, date: '2026-01-01' }, { number: 1, customer: 1, date: '2026-01-20' })
    invoices.remove(4)
    expect(invoices.keysOrderedBy('date')).toEqual([2, 3, 1, 5])
  })

  test('puts numbers before texts before truth values, and what has no order last', () => {
    const mixed = new Store(() => 'id').table('', 'mixed')
    const values = [true, 'a', null, 10, false, 9, 'B', { nested: 1 }, ['x'], undefined]
    for (const [id, value] of values.entries()) mixed.put({ id, value })
    const inOrder = mixed.keysOrderedBy('value').map((id) => values[id as number])
    expect(inOrder).toEqual([9, 10, 'B', 'a', false, true, null, { nested: 1 }, ['x'], undefined])
  })
})
