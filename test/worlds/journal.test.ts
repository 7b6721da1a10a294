import { createSimulator, isOptionError, type RowChange, type Simulator } from 'accounting-simulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { AuditedWorld } from '../simulation/audited-world'
import { Storage } from '../support/storage'
import { Office } from '../support/worlds/office'
import { INVOICE } from '../support/worlds/shop'

const names = (changes: readonly RowChange[]) => changes.map(({ table, key }) => `${table} ${key}`)

let simulator: Simulator
beforeEach(() => {
  simulator = createSimulator({ rateLimits: false })
})

const opened = (storage: Storage, version: string): Simulator => storage.open(version)

describe('a journal', () => {
  test('has all rows at first, then each that has changed, once', () => {
    const journal = simulator.journal()
    expect(journal.isDirty).toBe(true)
    expect(names(journal.take())).toEqual(expect.arrayContaining(['customers 1', 'apiKeys test-api-key']))
    expect([journal.isDirty, journal.take()]).toEqual([false, []])
    const { number } = simulator.records.invoices.create(INVOICE)
    simulator.records.invoices.update(number, { ...INVOICE, memo: 'again' })
    const changes = journal.take()
    expect(names(changes).filter((name) => name === 'invoices 1')).toHaveLength(1)
    expect(changes.find(({ table }) => table === 'invoices')).toMatchObject({
      scope: 'org-1',
      row: { memo: 'again' },
    })
    expect(journal.isDirty).toBe(false)
  })

  test('has a webhook when its failures begin and end, and not after each delivery', async () => {
    const office = new Office()
    await office.register()
    office.receive(200, 200, 503, 503, 200, 200)
    const journal = office.simulator.journal()
    const written: number[] = []
    for (const minutes of [0, 0, 0, 1, 2, 0]) {
      if (minutes === 0) office.sell()
      journal.take()
      await office.simulator.clock.advance({ minutes })
      written.push(journal.take().filter(({ table }) => table === 'webhooks').length)
    }
    expect(written).toEqual([0, 0, 1, 0, 1, 0])
  })

  test('of tables that are read when they are needed has what has changed since', () => {
    const journal = simulator.journal()
    simulator.records.invoices.create(INVOICE)
    const read: string[] = []
    const tables = Object.entries(simulator.export().tables).flatMap(([scope, named]) =>
      Object.entries(named).map(([table, rows]) => ({
        ...{ scope, table },
        rows: () => {
          read.push(table)
          return structuredClone(rows)
        },
      })),
    )
    const { version } = journal
    const open = (options = {}): Simulator =>
      createSimulator({ world: { rows: tables, version }, trusted: true, rateLimits: false, ...options })
    const later = open()
    expect(read).not.toContain('invoices')
    expect(later.journal().take()).toEqual([])
    expect(later.records.invoices.get(1)).toEqual(simulator.records.invoices.get(1))
    later.records.invoices.remove(1)
    expect(names(later.journal().take())).toContain('invoices 1')
    read.length = 0
    expect(open({ now: '2027-01-01T00:00:00Z' }).clock.now).toBe('2027-01-01T00:00:00.000Z')
    expect(read).toContain('invoices')
    read.length = 0
    open({ trusted: false })
    expect(read).toContain('invoices')
  })

  test('has nothing of what was refused', async () => {
    const journal = simulator.journal()
    journal.take()
    expect(() => simulator.records.invoices.create({ ...INVOICE, customer_id: 999 })).toThrow('999')
    expect([journal.isDirty, journal.take()]).toEqual([false, []])
  })

  test.each<[what: string, back: (simulator: Simulator, act: () => void) => void]>([
    [
      'a restore',
      (one, act) => {
        const snapshot = one.snapshot()
        act()
        one.restore(snapshot)
      },
    ],
    [
      'a reset',
      (one, act) => {
        act()
        one.reset()
      },
    ],
    [
      'a way back to a kept state',
      (one, act) => {
        const state = internalsOf(one).snapshots.keep()
        act()
        internalsOf(one).snapshots.goTo(state)
      },
    ],
  ])('announces what %s changes', (_, back) => {
    const journal = simulator.journal()
    const storage = new Storage()
    storage.write(journal.take())
    back(simulator, () => {
      simulator.records.invoices.create(INVOICE)
      storage.write(journal.take())
    })
    const gone = journal.take()
    expect(gone.find(({ table }) => table === 'invoices')).toMatchObject({ key: 1, row: null })
    storage.write(gone)
    expect(opened(storage, journal.version).export().tables).toEqual(simulator.export().tables)
  })

  test('of a world that was opened from its rows has what came between, and a fork has its own', () => {
    const storage = new Storage()
    const journal = simulator.journal()
    storage.write(journal.take())
    expect(simulator.journal().take()).toEqual([])
    const again = opened(storage, journal.version)
    again.records.invoices.create(INVOICE)
    expect(names(again.journal().take())).toContain('invoices 1')
    expect(names(again.fork().journal().take())).toContain('invoices 1')
  })

  test('gives the options that the future depends on', () => {
    const halfEven = createSimulator({ assumptions: { rounding: 'half-even' } })
    halfEven.records.invoices.create(INVOICE)
    const journal = halfEven.journal()
    const world = { rows: journal.take(), version: journal.version, options: journal.options }
    expect(createSimulator({ world, trusted: true }).export().options).toEqual(halfEven.export().options)
    const other = { world, trusted: true, assumptions: { rounding: 'half-away-from-zero' } } as const
    expect(() => createSimulator(other)).toThrow('rounding')
  })

  test.each([
    ['a key as a text', { scope: 'org-1', table: 'invoices', key: '1', row: { number: 1 } }, 'twice'],
    ['a row without its key', { scope: 'org-1', table: 'invoices', key: 2, row: {} }, 'number'],
  ])('with %s is refused', (_, wrong, why) => {
    simulator.records.invoices.create(INVOICE)
    const journal = simulator.journal()
    const world = { rows: [...journal.take(), wrong], version: journal.version }
    expect(() => createSimulator({ world, trusted: true })).toThrow(`world.rows: `)
    expect(() => createSimulator({ world, trusted: true })).toThrow(why)
  })
})

test('a world lives on in its rows, whatever happens to it', async () => {
  const world = new AuditedWorld(false)
  const { chanceOf } = await import('../support/chance')
  const chance = chanceOf(7)
  let journal = world.simulator.journal()
  const storage = new Storage()
  storage.write(journal.take())
  for (let step = 0; step < 40; step += 1) {
    const act = chance.below(4)
    if (act === 0) await world.take({ do: 'advance', hours: chance.below(48) })
    else if (act === 1) await world.take({ do: 'snapshot' })
    else if (act === 2) await world.take({ do: 'restore', slot: chance.below(5) })
    else world.simulator.records.invoices.create(INVOICE)
    storage.write(journal.take())
    if (step % 10 !== 9) continue
    const next = opened(storage, journal.version)
    expect(next.export().tables).toEqual(world.simulator.export().tables)
    expect(next.books.check()).toEqual([])
    journal = world.simulator.journal()
    storage.write(journal.take())
  }
})

test.each<[options: object, option: string]>([
  [{ trusted: true }, 'trusted'],
  [{ trusted: 'yes' }, 'trusted'],
  [{ world: { rows: 1, version: '1' } }, 'world.rows'],
  [{ world: { rows: [], version: 1 } }, 'world.version'],
  [{ world: { rows: [{ scope: '', table: 'x', key: 1 }], version: '1' } }, 'world.rows'],
  [{ world: { rows: [], version: '1', more: 1 } }, 'world.more'],
  [{ world: { rows: [{ scope: '', table: 'x', key: 1, row: { id: 1 } }], version: '1' } }, 'world'],
])('%j is refused, naming %s', (options, option) => {
  try {
    createSimulator(options)
    expect.unreachable()
  } catch (error) {
    expect(isOptionError(error) && error.option).toContain(option)
  }
})
