import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { checked } from '../support/checked'
import { table } from '../support/table'
import { Office } from '../support/worlds/office'

const WHYS: Readonly<Record<string, string>> = {
  delivered: 'delivered (docs/service.md §14.4)',
  stopped: 'this status stops retries (docs/service.md §14.4)',
  inactive: 'not retried, because the webhook is no longer active (docs/service.md §14.4)',
}

/** Deliveries stop with their webhook (docs/service.md §14.4). */
describe('a webhook that ends while it is answering', () => {
  it.each(
    table(`
      call    answer | why
      DELETE  200    | delivered
      DELETE  410    | stopped
      DELETE  500    | inactive
      PATCH   200    | delivered
      PATCH   410    | stopped
      PATCH   500    | inactive
    `),
  )('by $call, with the answer $answer: $why', async ({ call, answer, why }) => {
    const office = new Office()
    const hook = await office.register(['core.invoice/created'])
    office.receive(async () => {
      await office.send(call, hook.path, call === 'PATCH' ? { is_active: false } : undefined)
      return new Response(null, { status: Number(answer) })
    })
    office.sell()
    await office.simulator.webhooks.flush()
    expect(office.attempts.map((attempt) => attempt.why)).toEqual([`answered ${answer}: ${WHYS[why]}`])
    expect(office.simulator.clock.pending()).toEqual([])
  })
})

/** With the switch, only statuses that stop retries do not count (docs/service.md §14.4). */
it.each([
  [500, 'webhook_disabled', false],
  [410, '', true],
])('where a stop does not count, %i for six days: "%s"', async (status, disabled_reason, is_active) => {
  const office = new Office({ assumptions: { 'webhook-stop-status': 'does-not-count' } })
  const hook = await office.register(['core.invoice/created'])
  office.receive(status)
  for (let day = 0; day < 7; day += 1) {
    office.sell()
    await office.simulator.clock.advance('1 day')
  }
  expect((await office.send('GET', hook.path)).body).toMatchObject({ is_active, disabled_reason })
})

/** A world file may hold what the service itself would not leave behind. */
it.each<[what: string, table: string, change: object, attempts: number]>([
  ['as it was written', 'webhooks', {}, 1],
  ['that is over and has a timer', 'webhookDeliveries', { status: 'delivered' }, 0],
])('a delivery of a world file %s, with %s and %o: %i attempts', async (_, name, change, attempts) => {
  const office = new Office()
  await office.register(['core.invoice/created'])
  office.sell()
  const file = office.simulator.export()
  const own = file.tables['org-1'] as Record<string, object[]>
  const rows = own[name] as object[]
  expect(rows).toHaveLength(1)
  own[name] = rows.map((row) => ({ ...row, ...change }))
  const simulator = createSimulator({ world: checked(file) })
  simulator.webhooks.connect(
    () => true,
    () => new Response(null, { status: 200 }),
  )
  await simulator.clock.advance('1 day')
  expect(simulator.webhooks.attempts).toHaveLength(attempts)
})
