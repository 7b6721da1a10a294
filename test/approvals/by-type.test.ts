import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { recordType } from '../../src/engine/model/compiled-type'
import type { Definition } from '../../src/engine/schema/define'
import { checked } from '../support/checked'
import { clientOf, itemsOf } from '../support/client'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'

/** docs/service.md §11.3, for every record type that can need an approval. */
const types = everything.definitions
  .filter(({ approvable }) => approvable)
  .map((definition) => ({ type: recordType(definition), definition }))

const open = (definition: Definition) => {
  const ground = groundOf(everything, { strict: true })
  const { simulator } = ground
  // Whatever the record names is there before the policy is.
  const body = definition.contract ? CONTRACT : ground.body(definition, { extent: 'full' })
  simulator.records.approvalPolicies.create({
    record_type: recordType(definition) as 'invoice',
    name: 'All',
    steps: [{ approver_ids: [7] }],
  })
  return { ...ground, simulator, body, set: ground.records(definition) }
}

const CONTRACT = {
  company_id: 1,
  customer_id: 1,
  start_date: '2026-01-15',
  end_date: '2026-03-14',
  status: 'active',
  obligations: [
    { item_id: 1, quantity: 1, rate: '1000.00', position: 1, recognition_strategy: 'straight_line' },
  ],
}

const booked = (simulator: Simulator) => JSON.stringify(simulator.books.trialBalance())

test('the ten types', () => {
  expect(types.map(({ type }) => type).sort()).toEqual([
    ...['bank_transfer', 'bill', 'contract', 'customer', 'customer_credit', 'invoice', 'journal_entry'],
    ...['purchase_order', 'sales_order', 'vendor'],
  ])
})

describe.each(types)('$type', ({ type, definition }) => {
  const column = definition.approvable?.column ?? ''
  const isParty = type === 'customer' || type === 'vendor'

  test('waits as a draft, is fixed meanwhile, and is what it asked for with the approval', async () => {
    const { simulator, set, body, idOf } = open(definition)
    const before = booked(simulator)
    const record = set.create(body)
    const id = idOf(definition, record)
    expect(record).toMatchObject({
      [column]: 'draft',
      record_status: 'draft',
      approval_status: 'pending',
      next_approvers: [
        { id: 7, first_name: 'Person', last_name: '7', full_name: 'Person 7', avatar_url: null },
      ],
    })
    expect(booked(simulator)).toBe(before)
    expect(() => set.update(id, body)).toThrow('refused: Record has a pending approval')
    expect(() => set.remove(id)).toThrow('refused: Record has a pending approval')

    const approved = simulator.admin.approvals.approve(record)
    expect(approved).toMatchObject({
      [column]: definition.approvable?.asked,
      record_status: 'posted',
      approval_status: 'approved',
    })
    expect(approved).toMatchObject({ next_approvers: null, rejected_by: null })
    expect(simulator.books.check()).toEqual([])
    expect(approved).toEqual(set.get(id))
    if (definition.posts) expect(booked(simulator)).not.toBe(before)
  })

  test('rejected it is a draft again, and asks again when it is changed', () => {
    const { simulator, set, body, idOf } = open(definition)
    const record = set.create(body)
    const id = idOf(definition, record)
    const rejected = simulator.admin.approvals.reject(record, { reason: 'no' })
    expect(rejected).toMatchObject({
      [column]: 'draft',
      approval_status: 'rejected',
      next_approvers: null,
      rejected_by: { id: 7, full_name: 'Person 7', rejection_reason: 'no' },
    })
    const again = set.update(id, { ...body, [isParty ? 'phone' : 'memo']: 'better' })
    expect(again).toMatchObject({ [column]: 'draft', approval_status: 'pending' })
    expect(again).toMatchObject({ next_approvers: [{ id: 7 }], rejected_by: null })
    expect(simulator.admin.approvals.approve(again)).toMatchObject({ record_status: 'posted' })
  })

  test('the list finds it by its approval status, and so does the inbox', async () => {
    const { simulator, set, body } = open(definition)
    const record = set.create(body)
    const send = clientOf(simulator)
    const list = async (query: string) =>
      (await send('GET', `/public/v1/${definition.path}/?${query}`)).body.count
    expect(await list('approval_status=pending')).toBe(1)
    expect(await list('approval_status=approved&approval_status=pending')).toBe(1)
    expect(await list('approval_status=rejected')).toBe(0)
    expect(await list('approval_status=no%20such%20status')).toBe(0)
    const path = isParty ? '/public/v1/inbox/records/' : '/public/v1/inbox/transactions/'
    expect((await send('GET', '/public/v1/inbox/')).body).toEqual({
      transactions_count: isParty ? 0 : 1,
      records_count: isParty ? 1 : 0,
    })
    const [entry = {}] = itemsOf(await send('GET', path))
    expect(entry).toMatchObject({
      [isParty ? 'record_type' : 'transaction_type']: type,
      approval_status: 'pending',
      record_id: record.internal_id ?? record.id,
      workflow_id: 1,
      initiator_id: null,
    })
    // An entry of the inbox names its record, too.
    simulator.admin.approvals.approve(entry)
    expect((await send('GET', path)).body).toEqual({ items: [], count: 0 })
  })

  test.skipIf(type === 'customer')('a draft that is asked for as such needs nobody', () => {
    const { set, body } = open(definition)
    const record = set.create({ ...body, [column]: 'draft' })
    expect([record[column], record.approval_status ?? null]).toEqual(['draft', null])
  })

  test('an exported world has what waits, and a restored one has it again', async () => {
    const { simulator, set, body } = open(definition)
    const record = set.create(body)
    const mark = simulator.snapshot()
    const there = createSimulator({ world: checked(simulator.export()) })
    const here = simulator.admin.approvals.approve(record)
    expect(there.admin.approvals.approve(record)).toEqual(here)
    simulator.restore(mark)
    expect(simulator.admin.approvals.approve(record)).toEqual(here)
  })
})
