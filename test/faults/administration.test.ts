import { createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'

type Admin = Simulator['admin']
const rate = { burst: 1, refillPerSecond: 1 }
const field = { name: 'Region', field_type: 'text', applies_to: ['invoice'] } as const

/** A slip in what a test arranges is told at once, by the name of the argument. */
test.each([
  // named              the slip
  ['permission', (admin) => admin.keys.issue({ permission: [] } as never)],
  ['permissions', (admin) => admin.keys.issue({ permissions: 'some' as never })],
  ['keys.issue', (admin) => admin.keys.issue('READ_ONLY' as never)],
  ['organization', (admin) => admin.keys.issue({ organization: '' })],
  ['key', (admin) => admin.keys.revoke('nobody has it')],
  ['key', (admin) => admin.rateLimits.override({ ...rate, key: 'nobody has it' })],
  ['route', (admin) => admin.rateLimits.override({ ...rate, route: 'POST /public/v1/invoice/' })],
  ['rout', (admin) => admin.rateLimits.override({ ...rate, rout: 'POST /public/v1/bills/' } as never)],
  ['burst', (admin) => admin.rateLimits.override({ ...rate, burst: 0 })],
  ['refillPerSecond', (admin) => admin.rateLimits.override({ burst: 1 } as never)],
  ['group', (admin) => admin.subscriptions.lapse('invoice' as never)],
  ['group', (admin) => admin.subscriptions.renew('invoice' as never)],
  ['companyId', (admin) => admin.periods.lockThrough(9, '2026-01-31')],
  ['companyId', (admin) => admin.periods.lockedThrough(9)],
  ['date', (admin) => admin.periods.lockThrough(1, '2026-02-31')],
  ['name', (admin) => admin.customFields.define({ ...field, name: '' })],
  ['field_type', (admin) => admin.customFields.define({ ...field, field_type: 'money' as never })],
  ['applies_to', (admin) => admin.customFields.define({ ...field, applies_to: ['invoices' as never] })],
  ['required', (admin) => admin.customFields.define({ ...field, required: true } as never)],
] as [string, (admin: Admin) => void][])('%s: %o', (option, slip) => {
  const simulator = createSimulator()
  const before = JSON.stringify(simulator.export())
  let error: unknown
  try {
    slip(simulator.admin)
  } catch (thrown) {
    error = thrown
  }
  expect(isOptionError(error) && error.option, String(error)).toBe(option)
  expect(JSON.stringify(simulator.export())).toBe(before)
})

test.each(['PUT /public/v1/invoices/{}/', 'PUT /public/v1/invoices/{number}/'])(
  'a route may call its parameters as it likes: %s',
  (route) => {
    const { admin } = createSimulator()
    expect(() => admin.rateLimits.override({ ...rate, route })).not.toThrow()
  },
)

test('what is locked, lapsed and down can be read', async () => {
  const simulator = createSimulator({ now: '2026-01-15T09:00:00Z' })
  const { admin, clock } = simulator
  const state = () => [
    admin.periods.lockedThrough(1),
    admin.subscriptions.lapsed(),
    admin.maintenance.current(),
  ]
  expect(state()).toEqual([null, [], null])
  admin.periods.lockThrough(1, '2025-12-31')
  admin.subscriptions.lapse('invoices')
  admin.subscriptions.lapse('webhooks')
  simulator.organization('other').admin.subscriptions.lapse('bills')
  admin.maintenance.start({ for: '10 minutes', retryAfter: 30 })
  const until = '2026-01-15T09:10:00.000Z'
  expect(state()).toEqual(['2025-12-31', ['invoices', 'webhooks'], { until, retryAfter: 30 }])
  expect(admin.periods.lockedThrough(2)).toBe(null)
  expect(simulator.organization('other').admin.periods.lockedThrough(1)).toBe(null)
  await clock.advance('10 minutes')
  expect(admin.maintenance.current()).toBe(null)
  admin.maintenance.start()
  expect(admin.maintenance.current()).toEqual({ until: null, retryAfter: null })
  admin.maintenance.stop()
  admin.subscriptions.renew('invoices')
  admin.periods.unlock(1)
  expect(state()).toEqual([null, ['webhooks'], null])
})
