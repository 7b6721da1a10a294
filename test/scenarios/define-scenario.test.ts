import { defineScenario, isOptionError, type Scenario } from 'accounting-simulator'
import { describe, expect, it, test } from 'vitest'

const bill = { record: 'bills', body: {} } as const
const fault = { then: { status: 503 } }

describe('an error names the step and the member', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic

  const cases: [unknown, string][] = [
    [undefined, 'scenario'],
    ['storm', 'scenario'],
    [{ steps: [{ inject: fault }] }, 'name'],
    [{ name: ' ', steps: [{ inject: fault }] }, 'name'],
    [{ name: 'x', description: 7, steps: [{ inject: fault }] }, 'description'],
    [{ name: 'x', stepz: [] }, 'stepz'],
    [{ name: 'x' }, 'steps'],
    [{ name: 'x', steps: [] }, 'steps'],
    [steps(fault), 'steps[0].then'],
    [steps('wait'), 'steps[0]'],
    [steps({ at: '2 days' }), 'steps[0]'],
    [steps({ inject: fault, clearFaults: true }), 'steps[0]'],
    [steps({ clearFaults: true }, { at: 'soon', inject: fault }), 'steps[1].at'],
    [steps({ at: '-2 days', inject: fault }), 'steps[0].at'],
    [steps({ at: '2026-02-30T00:00:00Z', inject: fault }), 'steps[0].at'],
    [steps({ repeat: { every: '1 day' }, inject: fault }), 'steps[0].repeat.times'],
    [steps({ repeat: { every: '0 days', times: 2 }, inject: fault }), 'steps[0].repeat.every'],
    [steps({ repeat: { every: '1 day', times: 0 }, inject: fault }), 'steps[0].repeat.times'],
    [steps({ repeat: { every: '1 day', times: 2, until: 'x' }, inject: fault }), 'steps[0].repeat.until'],
    [steps({ note: '', inject: fault }), 'steps[0].note'],
    [steps({ inject: { then: { status: 1 } } }), 'steps[0].inject.then.status'],
    [
      steps({ inject: fault }, { inject: fault }, { inject: fault }, { inject: { then: { status: '5' } } }),
      'steps[3].inject.then.status',
    ],
    [steps({ inject: { on: 'GET', then: { status: 503 } } }), 'steps[0].inject.on'],
    [steps({ inject: { on: () => true, then: { status: 503 } } }), 'steps[0].inject.on'],
    [steps({ inject: { ...fault, times: Number.POSITIVE_INFINITY } }), 'steps[0].inject.times'],
    [steps({ inject: { ...fault, during: 'a while' } }), 'steps[0].inject.during'],
    [steps({ inject: { ...fault, often: 2 } }), 'steps[0].inject.often'],
    [steps({ clearFaults: 'all' }), 'steps[0].clearFaults'],
    [steps({ create: { record: 'invoice', body: {} } }), 'steps[0].create.record'],
    [steps({ create: { record: 'invoices' } }), 'steps[0].create.body'],
    [steps({ create: { ...bill, as: 'two words' } }), 'steps[0].create.as'],
    [steps({ create: { ...bill, as: 'apiKey' } }), 'steps[0].create.as'],
    [steps({ create: { ...bill, body: { date: new Date(0) } } }), 'steps[0].create.body.date'],
    [steps({ create: { ...bill, body: { amount: 1n } } }), 'steps[0].create.body.amount'],
    [
      steps({ create: { ...bill, body: { items: [{ rate: Number.NaN }] } } }),
      'steps[0].create.body.items[0].rate',
    ],
    [steps({ create: { ...bill, body: cyclic } }), 'steps[0].create.body.self'],
    [steps({ update: { ...bill } }), 'steps[0].update.id'],
    [steps({ remove: { record: 'bills', id: '7' } }), 'steps[0].remove.id'],
    [steps({ remove: { record: 'bills', id: { $ref: 'rent.number' } } }), 'steps[0].remove.id.$ref'],
    [
      steps({ create: { ...bill, as: 'rent' } }, { remove: { record: 'bills', id: { $ref: 7 } } }),
      'steps[1].remove.id.$ref',
    ],
    [steps({ create: { ...bill, as: 'rent' } }, { create: { ...bill, as: 'rent' } }), 'steps[1].create.as'],
    [steps({ repeat: { every: '1 day', times: 2 }, create: { ...bill, as: 'rent' } }), 'steps[0].create.as'],
    [steps({ admin: { call: 'keys.steal' } }), 'steps[0].admin.call'],
    [steps({ admin: { call: 'keys.revoke', with: ['test-api-key'] } }), 'steps[0].admin.with'],
    [steps({ admin: { call: 'keys.revoke' } }), 'steps[0].admin.with.key'],
    [steps({ admin: { call: 'keys.revoke', with: { key: 'k', kee: 'k' } } }), 'steps[0].admin.with.kee'],
    [steps({ admin: { call: 'maintenance.start', with: { four: '1 day' } } }), 'steps[0].admin.with.four'],
    [
      steps({ admin: { call: 'rateLimits.override', with: { burst: 1 } } }),
      'steps[0].admin.with.refillPerSecond',
    ],
    [steps({ admin: { call: 'maintenance.stop', with: { '?': 1 } } }), "steps[0].admin.with['?']"],
    [steps({ approvals: 'invoices' }), 'steps[0].approvals'],
    [steps({ approvals: { approve: 'money' } }), 'steps[0].approvals.approve'],
    [steps({ approvals: { reject: 'invoices' } }), 'steps[0].approvals.reason'],
    [steps({ webhooks: 'explode' }), 'steps[0].webhooks'],
    [steps({ expect: { record: 'bills' } }), 'steps[0].expect.count'],
  ]
  test.each(cases.map(([scenario, option]) => ({ scenario, option })))('$option', ({ scenario, option }) => {
    const error = errorOf(() => defineScenario(scenario as Scenario))
    expect(isOptionError(error) && error.option, String(error)).toBe(option)
    expect((error as Error).message).toContain(option)
  })
})

describe('a scenario', () => {
  const scenario = defineScenario({
    name: 'quarter',
    description: 'Rent is billed and the service has a bad day.',
    steps: [
      { at: '2026-02-01T00:00:00Z', create: { ...bill, as: 'rent' } },
      { at: { days: 30 }, repeat: { every: 'P1M', times: 2 }, inject: { ...fault, during: '1 day' } },
      { at: '60 days', remove: { record: 'bills', id: { $ref: 'rent.number' } } },
    ],
  })

  it('is data: a file holds all of it', () => {
    expect(defineScenario(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario)
  })

  it('is frozen, and a copy of what was given', () => {
    expect(Object.isFrozen(scenario.steps[0])).toBe(true)
    const body = { memo: 'a' }
    const own = defineScenario({ name: 'x', steps: [{ create: { record: 'bills', body } }] })
    body.memo = 'b'
    expect(own.steps[0].create.body.memo).toBe('a')
  })
})

function steps(...given: unknown[]) {
  return { name: 'x', steps: given }
}

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
