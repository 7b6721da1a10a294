import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KernelModel, type Step } from './kernel-model'

const key = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(-1, 100))
const name = fc.constantFrom('a', 'b', 'B', '10', '9', 'é', '')
const scope = fc.constantFrom('', 'org-1')
const scalar = fc.constantFrom<(string | number | boolean | null)[]>(
  null,
  'open',
  'paid',
  '1',
  1,
  2,
  10,
  true,
)
const columns = fc.record(
  { status: scalar, amount: fc.integer({ min: -2, max: 2 }), tags: fc.array(scalar, { maxLength: 3 }) },
  { requiredKeys: ['status'] },
)
const column = fc.constantFrom('status', 'amount', 'tags', 'absent')
const slot = fc.nat({ max: 5 })
const row = fc.oneof(
  fc.record({ table: fc.constant('invoices' as const), scope, key }),
  fc.record({ table: fc.constant('customers' as const), scope, key: name }),
)

const { step } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), row, columns }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), row }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('put the same again' as const), row }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('ask an index' as const), row, column }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('mark' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('rewind' as const), slot }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fork' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('go to another fork' as const), slot }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('atomically' as const),
        steps: tie('steps'),
        fails: fc.boolean(),
      }),
    },
  ) as fc.Arbitrary<Step>,
  steps: fc.array(tie('step'), { maxLength: 10 }),
}))

function check(seed: number) {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (run) => {
      const model = new KernelModel()
      for (const step of run) {
        model.take(step)
        model.compareAll()
      }
      model.compareThoroughly()
    }),
    { seed, numRuns: 60 },
  )
}

test('rows, key order, indexes and announcements equal those made from scratch after every step', () => {
  const seed = Number(process.env.KERNEL_SEED ?? randomInt(2 ** 31))
  console.log(`history: KERNEL_SEED=${seed} npx vitest run test/kernel/history.property.test.ts`)
  check(seed)
})

test('a row that is made, removed and made again in one block is announced once', () => {
  const place = { table: 'invoices', scope: 'org-1', key: 3 } as const
  const put: Step = { do: 'put', row: place, columns: { status: null } }
  const other: Step = {
    do: 'put',
    row: { table: 'customers', scope: '', key: 'a' },
    columns: { status: null },
  }
  const within = (...steps: Step[]): Step => ({ do: 'atomically', steps, fails: false })
  const model = new KernelModel()
  model.take(within(within(other, put), { do: 'remove', row: place }, within(put)))
  model.compareAll()
})

test('the model notices a kernel that forgets', () => {
  const model = new KernelModel()
  model.take({ do: 'put', row: { table: 'invoices', scope: '', key: 1 }, columns: { status: 'open' } })
  model.breakSilently()
  expect(() => model.compareAll()).toThrow()
})
