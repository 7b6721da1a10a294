import { createSimulator, type ExportedWorld } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { createAsset } from '../support/worlds/fixed-asset'
import { Office } from '../support/worlds/office'
import { template } from '../support/worlds/template'

type Rows = Record<string, unknown>[]

/** A world in which everything waits that can: a delivery, a retry, a template, an asset. */
async function waiting(isHeld = false) {
  const office = new Office()
  await office.register()
  const { simulator } = office
  simulator.records.recurringInvoices.create(template({ date: '2026-05-01', rrule: 'FREQ=MONTHLY' }))
  createAsset(simulator)
  office.receive(500)
  office.sell()
  await simulator.webhooks.flush()
  office.sell()
  if (isHeld) simulator.webhooks.hold()
  return structuredClone(simulator.export()) as ExportedWorld
}

const rowsOf = (file: ExportedWorld, table: string, scope = 'org-1') =>
  (file.tables[scope as never] as Record<string, unknown>)[table] as Rows

const change = (table: string, at: number, to: object) => (file: ExportedWorld) =>
  void Object.assign(rowsOf(file, table)[at] as object, to)

/** The timers of a kind are left out. */
const withoutTimers = (kind: string) => (file: ExportedWorld) => {
  const timers = rowsOf(file, 'timers', '')
  timers.splice(0, timers.length, ...timers.filter((timer) => timer.kind !== kind))
}

/** What waits for ever in an imported world is a silent loss, so the file is refused. */
describe('rows that wait, and what they wait for', () => {
  it.each<[string, (file: ExportedWorld) => void, RegExp | null]>([
    ['as exported', () => undefined, null],
    [
      'the webhook is inactive',
      change('webhooks', 0, { is_active: false }),
      /webhookDeliveries of org-1, row 1: status is retrying, but its webhook is inactive/,
    ],
    [
      'the webhook is gone',
      (file) => void rowsOf(file, 'webhooks').splice(0),
      /row 1: webhook_uuid is no webhook/,
    ],
    [
      'a delivery has no timer',
      change('webhookDeliveries', 1, { timer: null }),
      /row 2: timer must not be null/,
    ],
    ['a delivery is under way', change('webhookDeliveries', 1, { timer: null, due: null }), null],
    [
      'a delivery is over',
      change('webhookDeliveries', 1, { status: 'failed', timer: null, due: null }),
      null,
    ],
    [
      'the timers of deliveries are gone',
      withoutTimers('webhook-delivery'),
      /webhookDeliveries of org-1, row 1: timer \d+ is not there/,
    ],
    [
      'the delivery of a timer is gone',
      (file) => void rowsOf(file, 'webhookDeliveries').splice(1),
      /data.delivery is no delivery of this world/,
    ],
    [
      'the timers of assets are gone',
      withoutTimers('depreciation'),
      /depreciationPlans of org-1, row 1: timer \d+ is not there/,
    ],
    [
      'the timers of templates are gone',
      withoutTimers('recurrence'),
      /recurringInvoices of org-1, row 1: timer \d+ is not there/,
    ],
    [
      'the asset of a timer is gone',
      (file) => void rowsOf(file, 'depreciationPlans').splice(0),
      /timers, row \d+/,
    ],
  ])('%s', async (_, damage, refused) => {
    const file = await waiting()
    damage(file)
    if (refused === null) expect(() => createSimulator({ world: file })).not.toThrow()
    else expect(() => createSimulator({ world: file })).toThrow(refused)
  })

  it('deliveries that are held wait without a timer', async () => {
    const file = await waiting(true)
    expect(rowsOf(file, 'webhookDeliveries').map(({ timer }) => timer)).toEqual([null, null])
    expect(createSimulator({ world: file }).export()).toEqual(file)
  })
})
