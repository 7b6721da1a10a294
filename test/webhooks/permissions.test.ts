import type { Permission } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import { HOOKS, INVOICES, Office, RECEIVER } from '../support/worlds/office'

describe('the permission INTEGRATION', () => {
  it.each(
    table(`
      permissions                          | view  create  edit  archive
      all                                  | 200   201     200   200
      INTEGRATION                          | 200   201     200   200
      INTEGRATION,READ_ONLY                | 200   403     403   403
      READ_ONLY                            | 403   403     403   403
      INTEGRATION:view                     | 200   403     403   403
      INTEGRATION:create                   | 403   201     403   403
      INTEGRATION:edit                     | 403   403     200   403
      INTEGRATION:archive                  | 403   403     403   200
      INTEGRATION:view,INTEGRATION:archive | 200   403     403   200
    `),
  )('$permissions: $view, $create, $edit, $archive', async ({ permissions, ...statuses }) => {
    const office = new Office()
    const { path } = await office.register()
    const wanted = permissions === 'all' ? 'all' : (permissions.split(',') as Permission[])
    const send = clientOf(office.simulator, office.simulator.admin.keys.issue({ permissions: wanted }).key)
    const calls = {
      view: await send('GET', HOOKS),
      create: await send('POST', HOOKS, { url: RECEIVER, topics: INVOICES }),
      edit: await send('PATCH', path, { is_active: true }),
      archive: await send('DELETE', path),
    }
    for (const [flavour, { status }] of Object.entries(calls))
      expect([flavour, status]).toEqual([flavour, Number(statuses[flavour as keyof typeof statuses])])
    expect((await send('GET', `${HOOKS}topics/`)).status).toBe(Number(statuses.view))
  })

  it.each([
    ['integration', "permissions cannot be 'integration', perhaps INTEGRATION; it is one of INTEGRATION, "],
    ['INTEGRATION:', "permissions cannot be 'INTEGRATION:', perhaps INTEGRATION; it is one of INTEGRATION, "],
    [
      'INTEGRATION:read',
      "permissions cannot be 'INTEGRATION:read', perhaps INTEGRATION:create; it is one of ",
    ],
    ['READONLY', "permissions cannot be 'READONLY', perhaps READ_ONLY; it is one of INTEGRATION, "],
    ['read-only', "permissions cannot be 'read-only', perhaps READ_ONLY; it is one of INTEGRATION, "],
    ['INVOICES', "READ_ONLY, not 'INVOICES'"],
    ['nonsense', "READ_ONLY, not 'nonsense'"],
    ['', "READ_ONLY, not ''"],
    [3, 'READ_ONLY, not 3'],
  ])('%j is the name of no permission', (name, message) => {
    const permissions = [name] as Permission[]
    const { simulator } = new Office()
    expect(() => simulator.admin.keys.issue({ permissions })).toThrow(message)
    expect(() => new Office({ apiKeys: [{ key: 'k', permissions }] })).toThrow(message)
  })
})
