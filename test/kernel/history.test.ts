import { beforeEach, describe, expect, test } from 'vitest'
import type { History } from '../../src/kernel/history'
import { InvariantViolation } from '../../src/kernel/invariant'
import { type Change, type Row, Store } from '../../src/kernel/store'
import type { Table } from '../../src/kernel/table'

let store: Store
let history: History
let invoices: Table

beforeEach(() => {
  store = new Store(() => 'number')
  history = store.history
  invoices = store.table('org-1', 'invoices')
  invoices.put({ number: 1, due: '60.00' })
})

const dump = () => JSON.stringify(store.dump())
const due = () => invoices.get(1)?.due

function refuse(work: () => void) {
  expect(() =>
    history.atomically(() => {
      work()
      throw new Error('refused')
    }),
  ).toThrow('refused')
}

describe('an atomic block', () => {
  test('that succeeds keeps what it wrote and gives its result', () => {
    const result = history.atomically(() => {
      invoices.put({ number: 1, due: '0.00' })
      return 'paid'
    })
    expect([result, due()]).toEqual(['paid', '0.00'])
  })

  test('that fails leaves no trace', () => {
    const before = dump()
    refuse(() => {
      invoices.put({ number: 1, due: '30.00' })
      invoices.put({ number: 1, due: '0.00' })
      invoices.put({ number: 2, due: '5.00' })
      invoices.remove(2)
      invoices.remove(1)
      store.table('org-1', 'payments').put({ number: 1 })
    })
    expect(dump()).toBe(before)
    expect(history.inAtomicBlock).toBe(false)
  })

  test('inside another is a save point', () => {
    history.atomically(() => {
      invoices.put({ number: 1, due: '30.00' })
      refuse(() => invoices.put({ number: 1, due: '0.00' }))
      expect(due()).toBe('30.00')
      history.atomically(() => invoices.put({ number: 2, due: '7.00' }))
    })
    expect([due(), invoices.size]).toEqual(['30.00', 2])
  })

  test('that fails takes with it what its inner blocks had kept', () => {
    const before = dump()
    refuse(() => history.atomically(() => invoices.put({ number: 1, due: '0.00' })))
    expect(dump()).toBe(before)
  })

  test('knows that it is one', () => {
    const seen = [history.inAtomicBlock]
    history.atomically(() => seen.push(history.inAtomicBlock))
    expect([...seen, history.inAtomicBlock]).toEqual([false, true, false])
  })

  test.each([null, undefined, 0, '', { then: 'later' }])('may give %j', (result) => {
    expect(history.atomically(() => result)).toBe(result)
  })

  test('cannot await', () => {
    const before = dump()
    const work = async () => invoices.put({ number: 1, due: '0.00' })
    expect(() => history.atomically(work)).toThrow(InvariantViolation)
    expect(dump()).toBe(before)
  })
})

describe('commits are announced', () => {
  let heard: Change[][]

  beforeEach(() => {
    heard = []
    history.onCommit((changes) => heard.push([...changes]))
  })

  test('once, squashed, in the order of the first writes', () => {
    history.atomically(() => {
      store.table('org-1', 'payments').put({ number: 9 })
      invoices.put({ number: 1, due: '30.00' })
      history.atomically(() => invoices.put({ number: 2, due: '1.00' }))
      invoices.put({ number: 1, due: '0.00' })
    })
    const change = (table: string, key: number, before?: object, after?: object) => ({
      scope: 'org-1',
      table,
      key,
      before,
      after,
    })
    expect(heard).toEqual([
      [
        change('payments', 9, undefined, { number: 9 }),
        change('invoices', 1, { number: 1, due: '60.00' }, { number: 1, due: '0.00' }),
        change('invoices', 2, undefined, { number: 2, due: '1.00' }),
      ],
    ])
  })

  test('in the order of the first writes of what is there, also where a row went and came again', () => {
    history.atomically(() => {
      invoices.put({ number: 2 })
      invoices.put({ number: 3 })
      invoices.remove(2)
      invoices.put({ number: 2 })
    })
    expect(heard.flat().map(({ key }) => key)).toEqual([3, 2])
  })

  test('once for each row of many, of which most went again', () => {
    history.atomically(() => {
      for (let number = 100; number < 117; number += 1) invoices.put({ number })
      for (let number = 108; number < 117; number += 1) invoices.remove(number)
      for (const due of ['1.00', '2.00']) invoices.put({ number: 200, due })
    })
    expect(heard.flat().filter(({ key }) => key === 200)).toHaveLength(1)
  })

  test('not when there is nothing to tell in the end', () => {
    refuse(() => invoices.remove(1))
    history.atomically(() => undefined)
    history.atomically(() => {
      invoices.put({ number: 2 })
      invoices.remove(2)
    })
    history.atomically(() => {
      const row = invoices.last() as Row
      invoices.remove(1)
      invoices.put(row)
    })
    history.rewind(history.mark())
    expect(heard).toEqual([])
  })

  test('by a single write outside of every block too', () => {
    invoices.put({ number: 2 })
    invoices.remove(2)
    expect(heard.map(([change]) => [change?.before, change?.after])).toEqual([
      [undefined, { number: 2 }],
      [{ number: 2 }, undefined],
    ])
  })

  test('one after the other, when a listener writes', () => {
    const events = store.table('org-1', 'events')
    history.onCommit((changes) => {
      const [change] = changes
      if (change?.table === 'invoices') history.atomically(() => events.put({ number: events.size + 1 }))
    })
    const late: string[] = []
    history.onCommit((changes) => late.push(...changes.map(({ table, key }) => `${table} ${key}`)))
    history.atomically(() => invoices.put({ number: 1, due: '1.00' }))
    expect(late).toEqual(['invoices 1', 'events 1'])
    expect(heard.flat().map(({ table }) => table)).toEqual(['invoices', 'events'])
  })

  test('with the cause that was said last, which ends with its work', () => {
    const causes: unknown[] = []
    history.onCommit((_, cause) => causes.push(cause))
    let number = 1
    const write = () => invoices.put({ number: ++number })
    const [outer, inner] = [{ is: 'request' }, { is: 'timer' }] as never[]
    const given = history.causedBy(outer as never, () => {
      history.atomically(write)
      expect(() =>
        history.causedBy(inner as never, () => {
          write()
          throw new Error('refused')
        }),
      ).toThrow('refused')
      write()
      return 'done'
    })
    write()
    expect([given, ...causes]).toEqual(['done', outer, inner, outer, undefined])
  })

  test('unless the block is silent, which ends with it', () => {
    history.withoutListeners(() => invoices.put({ number: 2 }))
    expect(() =>
      history.withoutListeners(() => {
        invoices.put({ number: 3 })
        throw new Error('refused')
      }),
    ).toThrow('refused')
    expect([heard, invoices.keys()]).toEqual([[], [1, 2]])
    expect(() => history.atomically(() => history.withoutListeners(() => undefined))).toThrow(
      InvariantViolation,
    )
    invoices.put({ number: 4 })
    expect(heard).toHaveLength(1)
  })

  test('until one stops listening', () => {
    const twice: number[] = []
    const listener = () => twice.push(1)
    const stop = history.onCommit(listener)
    history.onCommit(listener)
    invoices.put({ number: 2 })
    stop()
    stop()
    invoices.put({ number: 3 })
    expect(twice).toHaveLength(3)
  })

  test('to all, even when one of them has a bug, which is not swallowed', () => {
    const after: number[] = []
    history.onCommit(() => {
      throw new Error('a bug')
    })
    history.onCommit((changes) => after.push(changes.length))
    expect(() => invoices.put({ number: 2 })).toThrow('a bug')
    expect([after, invoices.has(2), heard.length]).toEqual([[1], true, 1])
    expect(() => invoices.put({ number: 3 })).toThrow('a bug')
    expect(after).toEqual([1, 1])
  })

  test('and cannot be rewound by a listener', () => {
    const mark = history.mark()
    history.onCommit(() => history.rewind(mark))
    expect(() => invoices.put({ number: 2 })).toThrow(InvariantViolation)
  })
})
