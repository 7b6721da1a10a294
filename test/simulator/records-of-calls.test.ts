import type { RecordSet, Simulator } from 'accounting-simulator'
import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { ADMIN_VERBS, type AdminVerb, type Arguments } from '../../src/api/admin/admin-verbs'
import { createAsset } from '../support/worlds/fixed-asset'

interface Case {
  /** Makes the record and calls the verb about it. */
  readonly call: (simulator: Simulator) => unknown
  /** The filter that finds the call; null for a verb that is about no record. */
  readonly about: string | null
}

/** A contract that is metered, with a milestone, and the id of its first obligation. */
function contractWithUsage({ records }: Simulator, status = 'active') {
  const { id, obligations } = records.contracts.create({
    ...{ company_id: 1, customer_id: 1, name: 'Metered', currency_iso_4217_code: 'USD', status },
    ...{ start_date: '2026-01-01', end_date: '2026-12-31' },
    obligations: [
      { item_id: 4, quantity: 1, rate: '0.015', recognition_strategy: 'usage' },
      {
        ...{ item_id: 1, quantity: 1, rate: '100.00', recognition_strategy: 'milestone' },
        obligation_conditions: { milestones: [{ name: 'Done', percentage: 100 }] },
      },
    ],
  } as never)
  return { id, obligation: obligations[0]?.id ?? 0 }
}

function billAwaitingApproval({ records }: Simulator) {
  records.approvalPolicies.create({
    record_type: 'bill',
    name: 'All',
    steps: [{ approver_ids: [7] }],
  } as never)
  const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
  return records.bills.create({ date: '2026-01-15', company_id: 1, vendor_id: 1, items } as never)
}

const CASES: Readonly<Record<string, Case>> = {
  'keys.issue': { call: ({ admin }) => admin.keys.issue(), about: null },
  'keys.revoke': { call: ({ admin }) => admin.keys.revoke(admin.keys.issue().key), about: null },
  'rateLimits.override': {
    call: ({ admin }) => admin.rateLimits.override({ burst: 1, refillPerSecond: 1 }),
    about: null,
  },
  'subscriptions.lapse': { call: ({ admin }) => admin.subscriptions.lapse('contracts'), about: null },
  'subscriptions.renew': { call: ({ admin }) => admin.subscriptions.renew('contracts'), about: null },
  'periods.lockThrough': {
    call: ({ admin }) => admin.periods.lockThrough(2, '2026-01-01'),
    about: 'company/2',
  },
  'periods.unlock': { call: ({ admin }) => admin.periods.unlock(2), about: 'company/2' },
  'approvals.approve': {
    call: (simulator) => simulator.admin.approvals.approve(billAwaitingApproval(simulator)),
    about: 'bill/1',
  },
  'approvals.reject': {
    call: (simulator) => simulator.admin.approvals.reject(billAwaitingApproval(simulator), { reason: 'no' }),
    about: 'bill/1',
  },
  'approvals.describe': {
    call: ({ admin }) => admin.approvals.describe({ id: 7, first_name: 'Ann', last_name: 'Lee' }),
    about: null,
  },
  'maintenance.start': { call: ({ admin }) => admin.maintenance.start(), about: null },
  'maintenance.stop': { call: ({ admin }) => admin.maintenance.stop(), about: null },
  'contracts.activate': {
    call: (simulator) => simulator.admin.contracts.activate(contractWithUsage(simulator, 'draft').id),
    about: 'contract/1',
  },
  'contracts.terminate': {
    call: (simulator) => simulator.admin.contracts.terminate(contractWithUsage(simulator).id, '2026-02-01'),
    about: 'contract/1',
  },
  'contracts.recordUsage': {
    call(simulator) {
      const [first, second] = [contractWithUsage(simulator), contractWithUsage(simulator)]
      const usage = (obligation_id: number) => ({ obligation_id, usage_date: '2026-01-20', quantity: 3 })
      simulator.admin.contracts.recordUsage([usage(first.obligation), usage(second.obligation)])
    },
    about: 'contract/2',
  },
  'contracts.achieveMilestone': {
    call: (simulator) =>
      simulator.admin.contracts.achieveMilestone(contractWithUsage(simulator).id, 'Done', '2026-01-20'),
    about: 'contract/1',
  },
  'assets.dispose': {
    call(simulator) {
      createAsset(simulator)
      simulator.admin.assets.dispose(1, { date: '2026-01-15', proceeds: 1 })
    },
    about: 'fixedAsset/1',
  },
  'exchangeRates.set': { call: ({ admin }) => admin.exchangeRates.set('EUR', 'USD', '1.1'), about: null },
  'customFields.define': {
    call: ({ admin }) =>
      admin.customFields.define({ name: 'Size', field_type: 'text', applies_to: ['invoice'] } as never),
    about: null,
  },
}

const verbs = (Object.entries(ADMIN_VERBS) as [AdminVerb, Arguments][])
  .filter(([, { looks }]) => !looks)
  .map(([verb]) => verb)

/** docs/timeline.md: `record:bill/1` finds what is about this record. */
describe('calls of the administration', () => {
  it('each verb that writes has a case', () => {
    expect(Object.keys(CASES).sort()).toEqual([...verbs].sort())
  })

  it.each(verbs)('%s is found by its record', (verb) => {
    const { call, about } = CASES[verb] as Case
    const simulator = createSimulator()
    try {
      call(simulator)
    } catch (error) {
      // A call that is refused is about its record, too.
      expect(error).toMatchObject({ name: expect.stringMatching(/Refusal|OptionError/) })
    }
    const [entry] = simulator.timeline.filter((one) => one.kind === 'write' && one.call === `admin.${verb}`)
    if (about !== null) return expect(simulator.timeline.filter(`record:${about}`)).toContainEqual(entry)
    expect(entry).not.toHaveProperty('record')
    expect(entry).not.toHaveProperty('records')
  })

  it('a call that is refused is about its record', () => {
    const simulator = createSimulator()
    createAsset(simulator)
    expect(() => simulator.admin.assets.dispose(1, { date: '2030-01-01', proceeds: 1 })).toThrow()
    expect(simulator.timeline.filter('record:fixedAsset/1 outcome:refused')).toHaveLength(1)
  })

  it('a call about two records is found by each', () => {
    const simulator = createSimulator()
    CASES['contracts.recordUsage']?.call(simulator)
    for (const id of [1, 2])
      expect(simulator.timeline.filter(`record:contract/${id} admin.contracts.recordUsage`)).toHaveLength(1)
  })
})

const simulator = createSimulator()
const TYPES = simulator.types.all.map(({ name, identifier }) => [name as RecordType, identifier] as const)

type RecordType = keyof Simulator['records']
type Factory = (count: number) => Record<string, number>[]

const factoryOf = ({ make }: Simulator, type: RecordType): Factory =>
  (make as never as Record<string, Factory>)[type] as Factory

describe('factories', () => {
  it.each(TYPES)('what make made of %s is found by its record', (type, identifier) => {
    const own = simulator.fork()
    const made = factoryOf(own, type)(2)
    expect(made).toHaveLength(2)
    for (const { [identifier]: id } of made) {
      const found = own.timeline.filter(`record:${type}/${id}`)
      expect(found).toContainEqual(expect.objectContaining({ kind: 'write', call: `make.${type}` }))
    }
  })
})

/** The body says nothing in members of its own. */
const WITHOUT_MEMBERS = [
  new Map([['name', 'New']]),
  new Set(['name']),
  new Date(0),
  Promise.resolve({ name: 'New' }),
]

describe('bodies', () => {
  it.each(TYPES)('of %s that hold no members are refused', (type, identifier) => {
    const own = simulator.fork()
    const set = own.records[type] as unknown as RecordSet<unknown, unknown>
    const [{ [identifier]: id } = {}] = factoryOf(own, type)(1)
    const before = set.get(id as number)
    for (const body of WITHOUT_MEMBERS) {
      expect(() => set.create(body)).toThrow('Input should be a valid object')
      expect(() => set.update(id as number, body)).toThrow('Input should be a valid object')
    }
    expect(set.get(id as number)).toEqual(before)
  })

  it('of a class are taken by their members', () => {
    const { records, make } = createSimulator()
    class Named {
      readonly name = 'New'
    }
    expect(records.customers.update(make.customer().id, new Named()).name).toBe('New')
  })
})
