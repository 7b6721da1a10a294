import { beforeEach, describe, expect, test } from 'vitest'
import { InvariantViolation } from '../../src/kernel/invariant'
import { Store } from '../../src/kernel/store'

const keyColumnOf = (table: string) => (table === 'customers' ? 'id' : 'number')

let store: Store

beforeEach(() => {
  store = new Store(keyColumnOf)
  store.table('org-2', 'invoices').put({ number: 1 })
  store.table('org-1', 'invoices').put({ number: 2 })
  store.table('org-1', 'invoices').put({ number: 1 })
  store.table('org-1', 'customers').put({ id: 'acme' })
})

describe('the dump', () => {
  test('lists scopes and tables by name and rows by key', () => {
    expect(JSON.stringify(store.dump())).toBe(
      JSON.stringify({
        'org-1': { customers: [{ id: 'acme' }], invoices: [{ number: 1 }, { number: 2 }] },
        'org-2': { invoices: [{ number: 1 }] },
      }),
    )
  })

  test('does not show tables that were only looked at, or emptied again', () => {
    const before = JSON.stringify(store.dump())
    store.table('org-1', 'bills').keysWhere('vendor', 1)
    store.table('org-3', 'bills').put({ number: 1 })
    store.table('org-3', 'bills').remove(1)
    expect(JSON.stringify(store.dump())).toBe(before)
  })

  test('is not disturbed by scopes with the names of object members', () => {
    store.table('__proto__', 'constructor').put({ number: 1 })
    const loaded = new Store(keyColumnOf)
    loaded.load(JSON.parse(JSON.stringify(store.dump())))
    expect(loaded.table('__proto__', 'constructor').get(1)).toEqual({ number: 1 })
    expect(({} as Record<string, unknown>).constructor).toBe(Object)
  })

  test('stays as it is while the store goes on', () => {
    const dump = store.dump()
    store.table('org-1', 'invoices').put({ number: 3 })
    expect(dump['org-1']?.invoices).toHaveLength(2)
  })
})

describe('loading', () => {
  test('gives the same store, frozen and in key order', () => {
    const loaded = new Store(keyColumnOf)
    loaded.load(JSON.parse(JSON.stringify(store.dump())))
    expect(JSON.stringify(loaded.dump())).toBe(JSON.stringify(store.dump()))
    expect(Object.isFrozen(loaded.table('org-1', 'customers').get('acme'))).toBe(true)
    expect(loaded.table('org-1', 'invoices').keys()).toEqual([1, 2])
  })

  test('does not mind tables that were only looked at', () => {
    const looked = new Store(keyColumnOf)
    looked.table('org-1', 'invoices')
    looked.load(store.dump())
    expect(looked.dump()).toEqual(store.dump())
  })

  test('does not mind the order of the rows, and indexes them', () => {
    const loaded = new Store(keyColumnOf)
    loaded.load({
      '': {
        invoices: [
          { number: 2, customer: 1 },
          { number: 1, customer: 1 },
        ],
      },
    })
    expect(loaded.table('', 'invoices').keysWhere('customer', 1)).toEqual([1, 2])
  })

  test('tells no listener', () => {
    const loaded = new Store(keyColumnOf)
    const heard: unknown[] = []
    loaded.history.onCommit((changes) => heard.push(changes))
    loaded.load(store.dump())
    expect(heard).toEqual([])
  })

  test('needs an empty store without marks', () => {
    expect(() => store.load({})).toThrow('A dump is loaded into an empty store')
    expect(() => store.loadOnUse([])).toThrow(InvariantViolation)
    const marked = new Store(keyColumnOf)
    const mark = marked.history.mark()
    expect(() => marked.load({})).toThrow(InvariantViolation)
    expect(mark).toBeDefined()
    const inBlock = new Store(keyColumnOf)
    expect(() => inBlock.history.atomically(() => inBlock.load({}))).toThrow(InvariantViolation)
  })

  test('refuses a key twice', () => {
    const twice = { '': { invoices: [{ number: 1 }, { number: 1 }] } }
    expect(() => new Store(keyColumnOf).load(twice)).toThrow('has the key 1 twice')
  })
})

describe('a fork', () => {
  test('has the same content and the same row objects', () => {
    const fork = store.fork()
    expect(fork.dump()).toEqual(store.dump())
    expect(fork.table('org-1', 'customers').get('acme')).toBe(store.table('org-1', 'customers').get('acme'))
  })

  test('and its origin go separate ways, rows, keys and indexes', () => {
    const invoices = store.table('org-1', 'invoices')
    invoices.put({ number: 5, customer: 7 })
    invoices.keysWhere('customer', 7)
    invoices.keysOrderedBy('customer')
    const forked = store.fork().table('org-1', 'invoices')
    forked.put({ number: 6, customer: 7 })
    invoices.remove(5)
    expect([invoices.keys(), forked.keys()]).toEqual([
      [1, 2],
      [1, 2, 5, 6],
    ])
    expect([invoices.keysWhere('customer', 7), forked.keysWhere('customer', 7)]).toEqual([[], [5, 6]])
    expect([invoices.keysOrderedBy('customer'), forked.keysOrderedBy('customer')]).toEqual([
      [1, 2],
      [5, 6, 1, 2],
    ])
  })

  test('shares keys and indexes until either side writes, those built later too', () => {
    const fork = store.fork()
    const [mine, theirs] = [store.table('org-1', 'invoices'), fork.table('org-1', 'invoices')]
    expect(theirs.keysWhere('customer', null)).toBe(mine.keysWhere('customer', null))
    expect(theirs.keys()).toBe(mine.keys())
    theirs.put({ number: 3 })
    const alone = mine.keys()
    mine.put({ number: 4 })
    expect(mine.keys()).toBe(alone) // the last holder writes in place
  })

  test('has a history of its own', () => {
    const invoices = store.table('org-1', 'invoices')
    const heard: unknown[] = []
    store.history.onCommit((changes) => heard.push(changes))
    const mark = store.history.mark()
    invoices.put({ number: 3 })
    heard.length = 0
    const fork = store.fork()
    fork.table('org-1', 'invoices').put({ number: 4 })
    expect(heard).toEqual([])
    expect(() => fork.history.rewind(mark)).toThrow('another history')
    store.history.rewind(mark)
    expect([invoices.keys(), fork.table('org-1', 'invoices').keys()]).toEqual([
      [1, 2],
      [1, 2, 3, 4],
    ])
  })

  test('of a fork of a fork keeps all of them apart', () => {
    const stores = [store, store.fork(), store.fork().fork()]
    for (const [at, each] of stores.entries()) each.table('org-1', 'invoices').put({ number: 10 + at })
    expect(stores.map((each) => each.table('org-1', 'invoices').last()?.number)).toEqual([10, 11, 12])
    expect(stores.map((each) => each.table('org-1', 'invoices').size)).toEqual([3, 3, 3])
  })

  test('is not made inside an atomic block', () => {
    expect(() => store.history.atomically(() => store.fork())).toThrow(InvariantViolation)
  })
})

describe('beside another store', () => {
  /** What each row of the store is, as `table key: memo`. */
  const rowsOf = (one: Store) =>
    Object.entries(one.dump()).flatMap(([scope, tables]) =>
      Object.entries(tables).flatMap(([table, rows]) =>
        rows.map(({ number, id, memo }) => `${scope} ${table} ${number ?? id}: ${memo}`),
      ),
    )

  // biome-ignore format: a table
  test.each<[write: string, change: (one: Store) => void, told: string[]]>([
    ['nothing',          () => {},                                                          []],
    ['a new row',        (one) => one.table('org-1', 'invoices').put({ number: 3 }),        ['org-1 invoices 3: +']],
    ['another row',      (one) => one.table('org-1', 'invoices').put({ number: 2, memo: 'x' }), ['org-1 invoices 2: -+']],
    ['an equal row',     (one) => one.table('org-1', 'invoices').put({ number: 2 }),        []],
    ['a row that goes',  (one) => one.table('org-1', 'invoices').remove(1),                 ['org-1 invoices 1: -']],
    ['a new table',      (one) => one.table('org-1', 'bills').put({ number: 1 }),           ['org-1 bills 1: +']],
    ['an emptied table', (one) => one.table('org-2', 'invoices').remove(1),                 ['org-2 invoices 1: -']],
    ['a new scope',      (one) => one.table('org-3', 'invoices').put({ number: 1 }),        ['org-3 invoices 1: +']],
    ['a table looked at', (one) => one.table('org-3', 'invoices'),                          []],
  ])('%s is told, found unlike, and taken over', (_, change, told) => {
    const other = store.fork()
    change(other)
    expect([store.isAlike(other), other.isAlike(store)]).toEqual([told.length === 0, told.length === 0])
    const changes = other.changesSince(store)
    const kinds = changes.map(({ before, after }) => (before && after ? '-+' : before ? '-' : '+'))
    const names = changes.map(({ scope, table, key }) => `${scope} ${table} ${key}`)
    expect(names.map((name, at) => `${name}: ${kinds[at]}`)).toEqual(told)
    for (const { scope, table, key, before, after } of changes)
      expect([before, after]).toEqual([store, other].map((one) => one.table(scope, table).get(key)))

    const mark = store.history.mark()
    const [was, heard] = [rowsOf(store), [] as unknown[]]
    store.history.onCommit((all) => heard.push(...all))
    store.adopt(other)
    expect([rowsOf(store), store.isAlike(other), heard]).toEqual([rowsOf(other), true, []])
    store.history.rewind(mark)
    expect(rowsOf(store)).toEqual(was)
  })

  test('the stamps of a scope are those of its tables with rows', () => {
    store.table('org-1', 'bills')
    const stamps = store.stamps('org-1')
    expect([...stamps.keys()].sort()).toEqual(['customers', 'invoices'])
    for (const [name, stamp] of stamps) expect(stamp).toBe(store.table('org-1', name).stamp)
    expect([...store.stamps('org-9')]).toEqual([])
  })
})

test('a store has one journal', () => {
  const journal = store.journal()
  journal.take()
  expect(store.journal()).toBe(journal)
  store.table('org-1', 'invoices').put({ number: 3 })
  expect(journal.take()).toMatchObject([{ scope: 'org-1', table: 'invoices', key: 3 }])
})

describe('tables of a storage', () => {
  let read: string[]
  const stored = (scope: string, table: string) => ({
    scope,
    table,
    rows: () => {
      read.push(`${scope} ${table}`)
      return store.dump()[scope]?.[table] ?? []
    },
  })
  let opened: Store
  beforeEach(() => {
    read = []
    opened = new Store(keyColumnOf)
    opened.loadOnUse([stored('org-1', 'customers'), stored('org-1', 'invoices'), stored('org-2', 'invoices')])
  })

  test('are read when they are first asked for', () => {
    expect(opened.table('org-1', 'bills').size).toBe(0)
    expect(read).toEqual([])
    expect(opened.table('org-1', 'invoices').keys()).toEqual([1, 2])
    opened.table('org-1', 'invoices').put({ number: 3 })
    expect(opened.table('org-1', 'invoices').keys()).toEqual([1, 2, 3])
    expect(read).toEqual(['org-1 invoices'])
  })

  test.each<[what: string, ask: (one: Store) => unknown, readByIt: number]>([
    ['a dump', (one) => one.dump(), 3],
    ['a fork', (one) => one.fork(), 3],
    ['a comparison', (one) => one.isAlike(store), 3],
    ['what differs', (one) => one.changesSince(store), 3],
    ['a state to go to', (one) => one.adopt(store), 3],
    ['stamps', (one) => one.stamps('org-1'), 3],
    ['a journal', (one) => one.journal().take(), 0],
  ])('are read by %s as far as it needs them', (_, ask, readByIt) => {
    ask(opened)
    expect(read).toHaveLength(readByIt)
    expect(opened.dump()).toEqual(store.dump())
    expect(read).toHaveLength(3)
  })

  test('count as stored, and later changes do not', () => {
    const journal = opened.journal()
    opened.history.atomically(() => opened.table('org-1', 'invoices').put({ number: 2, memo: 'x' }))
    expect(journal.take()).toMatchObject([{ table: 'invoices', key: 2, row: { memo: 'x' } }])
    opened.dump()
    expect(journal.isDirty).toBe(false)
  })

  test('are read by a comparison with a store that lacks them', () => {
    expect(new Store(keyColumnOf).isAlike(opened)).toBe(false)
    expect(opened.isAlike(new Store(keyColumnOf))).toBe(false)
  })

  test('of one name are kept apart by their scopes', () => {
    const keysOf = (scope: string) => opened.table(scope, 'invoices').keys()
    expect(['org-2', 'org-1'].map(keysOf)).toEqual([[1], [1, 2]])
  })

  test('are not given up when reading them fails', () => {
    const failing = new Store(keyColumnOf)
    let isBroken = true
    const rows = () => {
      if (isBroken) throw new Error('the disk')
      return [{ number: 7 }]
    }
    failing.loadOnUse([{ scope: 'org-1', table: 'invoices', rows }])
    expect(() => failing.table('org-1', 'invoices')).toThrow('the disk')
    isBroken = false
    expect(failing.table('org-1', 'invoices').keys()).toEqual([7])
  })
})
