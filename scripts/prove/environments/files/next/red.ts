import { test } from './bills'

test('a client without keys, and a lost answer', ({ world }) => world.bill('?keyless'))

test('a fault that hits nothing', async ({ world }) => {
  await world.control('/faults', { on: 'POST /public/v1/bills/', then: { loseResponse: true } })
})
