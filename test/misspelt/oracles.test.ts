import type { Simulator } from 'accounting-simulator'
import {
  allOf,
  type Check,
  explore,
  mirrorEquals,
  noDuplicates,
  nothingLost,
  quietAfterTheEnd,
} from 'accounting-simulator/explore'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { runExplore } from '../../src/command/explore'
import { createSimulator } from '../../src/index'
import { loose, type Row, toldOf } from './judge'

const explored = (world: Simulator, check: Check): unknown =>
  explore({ world, start: () => ({ run: () => undefined }), rounds: 1, check })

const TYPE = "OptionError: records cannot be 'invoice', perhaps invoices"
const MEMBER = "OptionError: member cannot be 'referenceNumber', perhaps reference_number"
const RECEIVED = 'POST /public/v1/invoices/'
const LINES = [{ itemId: 1 }]

/** Durations have units here as everywhere. */
const BARE = (
  [
    ['every', { every: 1 }],
    ['latency', { latency: 500 }],
    ['budget.time', { budget: { time: 3 } }],
  ] as const
).map(
  ([option, options]): Row => [
    `explore, ${option} without a unit`,
    (world) =>
      explore({
        world,
        start: () => ({ run: () => undefined }),
        check: () => [],
        ...(options as object),
      }),
    `OptionError: ${option}: `,
  ],
)

const ROWS: readonly Row[] = [
  ...BARE,
  ...[[undefined], [null], [undefined, 'a text'], [7]].map(
    (complaints): Row => [
      `check that gives ${JSON.stringify(complaints)} back`,
      (world) =>
        explored(
          world,
          loose(() => complaints),
        ),
      'OptionError: check must return its complaints, an array of texts, not one with ',
    ],
  ),
  ['noDuplicates, type', (world) => explored(world, noDuplicates(loose('invoice'), loose('number'))), TYPE],
  [
    'noDuplicates, member',
    (world) => explored(world, noDuplicates('invoices', loose('referenceNumber'))),
    MEMBER,
  ],
  [
    'noDuplicates, half a member',
    (world) => explored(world, noDuplicates('invoices', loose('reference'))),
    MEMBER.replace('referenceNumber', 'reference'),
  ],
  [
    'explore, half a profile',
    (world) =>
      explore(loose({ world, start: () => ({ run: () => undefined }), check: () => [], faults: 'prod' })),
    "OptionError: faults cannot be 'prod', perhaps production; it is one of ",
  ],
  [
    'nothingLost, type',
    (world) => explored(world, nothingLost(loose('invoice'), loose('number'), ['A'])),
    TYPE,
  ],
  [
    'nothingLost, member',
    (world) => explored(world, nothingLost('invoices', loose('referenceNumber'), ['A'])),
    MEMBER,
  ],
  [
    'nothingLost, values',
    (world) => explored(world, nothingLost('invoices', 'reference_number', loose('A-1'))),
    "OptionError: values must be an array of texts, not 'A-1'",
  ],
  [
    'noDuplicates without a member',
    (world) => explored(world, noDuplicates('invoices', loose(undefined))),
    "member must be a member of its records, such as 'reference_number', not undefined",
  ],
  [
    'an oracle that is a check, called',
    (world) => explored(world, loose(quietAfterTheEnd(loose(undefined)))),
    'pass the oracle itself, as in check: quietAfterTheEnd, not undefined',
  ],
  [
    'mirrorEquals, type',
    (world) => explored(world, mirrorEquals(loose('invoice'), { mirror: () => ({}) })),
    TYPE,
  ],
  [
    'mirrorEquals, option',
    (world) => explored(world, mirrorEquals('invoices', loose({ miror: () => ({}) }))),
    'OptionError: miror is not a known member, perhaps mirror',
  ],
  [
    'mirrorEquals, member of a copy',
    (world) => explored(world, mirrorEquals('invoices', { mirror: () => ({ 1: { referenceNumber: 'A' } }) })),
    MEMBER,
  ],
  [
    'toHaveNoDuplicates of a simulator',
    (simulator) => matchers.toHaveNoDuplicates(simulator, { by: 'referenceNumber' }),
    'OptionError: by names "referenceNumber", which no record has, perhaps reference_number',
  ],
  [
    'toHaveNoDuplicates of a record type',
    ({ records }) => matchers.toHaveNoDuplicates(records.vendors, { by: 'bankAccountNumber' }),
    'OptionError: by names "bankAccountNumber", which no record has, perhaps bank_account_number',
  ],
  ...(
    [
      ['its traffic', ({ traffic }) => traffic],
      ['what it found', ({ records }) => records.invoices.findMany({ memo: 'A' })],
      ['a page of a list', ({ records }) => records.invoices.list().items],
      [
        'a page of a list that the wire shows whole',
        ({ records }) => records.terms.list({ limit: 1, offset: 99 }).items,
      ],
    ] as const satisfies readonly (readonly [string, (simulator: Simulator) => unknown])[]
  ).map(
    ([of, given]): Row => [
      `toHaveNoDuplicates of ${of}`,
      (simulator) => matchers.toHaveNoDuplicates(given(simulator), { by: 'referenceNumber' }),
      'OptionError: by names "referenceNumber", which no record has',
    ],
  ),
  [
    'toHaveNoDuplicates of a timeline',
    (simulator) => {
      simulator.make.invoice()
      return matchers.toHaveNoDuplicates(simulator.timeline)
    },
    'OptionError: this matcher is for a simulator, its traffic, or records, not for ',
  ],
  [
    'toHaveReceived, route',
    (simulator) => matchers.toHaveReceived(simulator, 'POST /public/v1/invoice/'),
    `OptionError: route: no operation matches POST /public/v1/invoice/; the nearest operation is ${RECEIVED}`,
  ],
  [
    'toHaveReceived, member of the body',
    (simulator) => matchers.toHaveReceived(simulator, RECEIVED, { customerId: 3 }),
    'OptionError: body: no member "customerId", perhaps customer_id, and no request had it',
  ],
  [
    'toHaveReceived, member of a line',
    (simulator) => matchers.toHaveReceived(simulator, RECEIVED, { items: LINES }),
    'OptionError: body: no member "items.0.itemId", perhaps item_id, and no request had it',
  ],
  [
    'toHaveReceived, member of what every operation of a pattern takes',
    (simulator) => matchers.toHaveReceived(simulator, '* /public/v1/invoices/*', { customerId: 3 }),
    'OptionError: body: no member "customerId", perhaps customer_id, and no request had it',
  ],
  ...(['toBeBalanced', 'toHaveNoDuplicates', 'toHaveUsedIdempotencyKeys'] as const).flatMap((name): Row[] => [
    [
      `${name} of a filter that found nothing`,
      (simulator) => {
        simulator.make.invoice()
        return matchers[name](simulator.timeline.filter('invoce'))
      },
      "OptionError: this matcher got a timeline without entries: nothing fits 'invoce', perhaps invoice",
    ],
    [
      `${name} with a record beside`,
      (simulator) => {
        const given = [simulator, ...(name === 'toHaveNoDuplicates' ? [{}] : []), simulator.make.invoice()]
        return Reflect.apply(matchers[name], undefined, given)
      },
      'an object beyond would be ignored',
    ],
  ]),
]

/** The maker of a check in the place of a check. */
const UNCALLED: readonly Row[] = (
  [
    [noDuplicates, "noDuplicates('invoices', 'reference_number')"],
    [nothingLost, "nothingLost('invoices', 'reference_number', values)"],
    [mirrorEquals, "mirrorEquals('invoices', { mirror })"],
    [allOf, "allOf(noDuplicates('invoices', 'reference_number'))"],
  ] as const
).flatMap(([maker, example]): Row[] => {
  const told = `OptionError: ${maker.name} makes a check: call it, as in check: ${example}`
  return [
    [maker.name, (world) => explored(world, loose(maker)), told],
    [`allOf(${maker.name})`, (world) => explored(world, allOf(loose(maker))), told],
    [
      `what ${maker.name} makes`,
      (world) =>
        explored(
          world,
          loose(() => maker),
        ),
      'not a function; is it a check? ',
    ],
  ]
})

test.each(UNCALLED)('%s, not called', async (_, call, told) => {
  expect(await toldOf(call)).toContain(told)
})

test.each(ROWS)('%s', async (_, call, told) => {
  expect(await toldOf(call)).toContain(told)
})

test('an empty array of the user has records of the user', () => {
  expect(matchers.toHaveNoDuplicates([], { by: 'orderId' }).pass).toBe(true)
  const { records } = createSimulator()
  const found = records.invoices.findMany()
  expect(found).toStrictEqual([])
  expect(matchers.toHaveNoDuplicates(found, { by: ['reference_number', 'memo'] }).pass).toBe(true)
})

describe('a name that is only unlike', () => {
  const received = (body: object) => createSimulator().received(RECEIVED, body)

  test('may be asked for: a client should not send it', () => {
    expect(received({ shoe_size: 43 })).toEqual([])
    expect(received(expect.objectContaining({ customerId: 3 }))).toEqual([])
    expect(
      received({ customer_id: expect.any(Number), items: [{ rate: (rate: unknown) => rate === 1 }] }),
    ).toEqual([])
  })

  test('is compared where a request had it', async () => {
    const simulator = createSimulator()
    const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
    await simulator.fetch('/public/v1/invoices/', { method: 'POST', headers, body: '{"customerId":3}' })
    expect(simulator.received(RECEIVED, { customerId: 4 })).toEqual([])
    expect(simulator.received(RECEIVED, { customerId: 3 })).toHaveLength(1)
  })

  test('in a Map or a Date there is none, so it is found in nothing', () => {
    expect(() => received(new Map([['customer_id', 3]]))).toThrow('an instance of Map')
    expect(received({ customer_id: new Map() })).toEqual([])
  })
})

describe('the command', () => {
  test.each([
    ['invoice.reference_number', "--unique cannot be 'invoice', perhaps invoices"],
    ['invoices.referenceNumber', "--unique cannot be 'referenceNumber', perhaps reference_number"],
    [
      'invoices',
      '--unique must be a record type and a member, such as invoices.reference_number, not invoices',
    ],
  ])('--unique %s', async (given, told) => {
    const said: string[] = []
    const output = { out: (text: string) => said.push(text), error: (text: string) => said.push(text) }
    const status = await runExplore(['--unique', given, '--', 'true'], { ...output, create: createSimulator })
    expect([status, said.join('')]).toEqual([2, expect.stringContaining(told)])
  })
})

test('an oracle sees the members that only single records show', () => {
  const simulator = createSimulator()
  const [vendor] = simulator.records.vendors.findMany()
  const { id = 0, ...body } = vendor ?? {}
  simulator.records.vendors.update(id, { ...body, bank_account_number: '12345' } as never)
  simulator.make.vendor({ bank_account_number: '12345' })
  const end = { simulator, others: [] }
  expect(noDuplicates('vendors', 'bank_account_number')(end)).toEqual([
    'the vendor with bank_account_number 12345 is there twice',
  ])
})
