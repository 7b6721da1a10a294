import type { Simulator } from 'accounting-simulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { itemsOf, type Json, refusal, type Send } from '../support/client'
import { waiting } from '../support/worlds/approval-inbox'

/** docs/service.md §5.5, §8.2, §11.3: what the wire tells of approvals. */
let simulator: Simulator
let send: Send
const get = (path: string) => send('GET', `/public/v1/${path}`)

beforeEach(() => {
  const opened = waiting()
  simulator = opened.simulator
  send = opened.send
})

const person = (id: number) => ({
  id,
  first_name: 'Person',
  last_name: String(id),
  email: `person-${id}@people.example`,
  full_name: `Person ${id}`,
  avatar_url: null,
})
const at = '2026-01-15T09:00:00Z'
const info = (status: Json[]) => ({
  workflow_name: 'Sales',
  workflow_version: 1,
  step_name: 'Check',
  current_substep: status[0]?.status === 'pending' ? 1 : 2,
  substeps: status,
})
const stage = (order: number, status: string, approvers: number[], approved: number[] = []) => ({
  order,
  status,
  approve_condition: order === 1 ? 'any' : 'all',
  approvers: approvers.map(person),
  approved_by: approved.map(person),
  rejected_by: [],
})

describe('the inbox', () => {
  test('counts what waits', async () => {
    expect((await get('inbox/')).body).toEqual({ transactions_count: 4, records_count: 1 })
  })

  test('tells of transactions', async () => {
    const { items, count } = (await get('inbox/transactions/')).body as { items: Json[]; count: number }
    expect(count).toBe(4)
    expect(items.map(({ number, transaction_type }) => `${transaction_type} ${number}`)).toEqual([
      'invoice 2',
      'invoice 4',
      'invoice 6',
      'bill 1',
    ])
    expect(items[0]).toEqual({
      transaction_type: 'invoice',
      number: '2',
      date: '2026-01-20',
      customer_vendor: 'Acorn Stores',
      company: 'Example Trading Inc.',
      company_id: 1,
      memo: 'one',
      amount: '100.00',
      approval_status: 'pending',
      workflow_id: 2,
      record_id: 2,
      created_at: at,
      updated_at: at,
      approval_info: info([stage(1, 'pending', [1]), stage(2, 'not_started', [2, 3])]),
      initiator_id: null,
    })
    expect(items[2]?.approval_info).toEqual(
      info([stage(1, 'completed', [1], [1]), stage(2, 'pending', [2, 3], [2])]),
    )
    expect(items[3]).toMatchObject({
      customer_vendor: 'Fir Timber',
      company: 'Example Trading Europe',
      memo: '',
    })
  })

  test('tells of customers and vendors', async () => {
    expect((await get('inbox/records/')).body).toEqual({
      items: [
        {
          record_type: 'customer',
          name: 'Newcomer',
          approval_status: 'pending',
          approver: person(1),
          workflow_id: 4,
          record_id: 6,
          created_at: at,
          updated_at: at,
          approval_info: expect.objectContaining({ workflow_name: 'Parties', current_substep: 1 }),
          initiator_id: null,
        },
      ],
      count: 1,
    })
  })
})

test('nothing is approved over the wire', async () => {
  for (const path of [
    'workflows/',
    'workflows/2/',
    'workflows/execution-states/1/',
    'inbox/',
    'inbox/records/',
  ]) {
    const answer = await send('POST', `/public/v1/${path}`, {})
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET'])
  }
  const answer = await send('POST', '/public/v1/workflows/execution-states/1/approve/', {})
  expect([answer.status, answer.body]).toEqual([404, refusal('__all__', 'Not found')])
})

describe('one record of the inbox', () => {
  test('that waits, as its list has it', async () => {
    const [entry] = itemsOf(await get('inbox/transactions/'))
    expect((await get('inbox/transactions/2/?transaction_type=invoice')).body).toEqual(entry)
    const [party] = itemsOf(await get('inbox/records/'))
    expect((await get('inbox/records/6/?record_type=customer')).body).toEqual(party)
  })

  test('that waits no more', async () => {
    expect((await get('inbox/transactions/3/?transaction_type=invoice')).body).toMatchObject({
      approval_status: 'approved',
      approval_info: info([stage(1, 'completed', [1], [1]), stage(2, 'completed', [2, 3], [2, 3])]),
    })
    expect((await get('inbox/transactions/5/?transaction_type=invoice')).body).toMatchObject({
      approval_status: 'rejected',
      approval_info: { current_substep: 1, substeps: [{ status: 'pending', rejected_by: [person(1)] }, {}] },
    })
  })

  test('that no policy concerned', async () => {
    const answer = await get('inbox/transactions/1/?transaction_type=invoice')
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect((await get('inbox/records/1/?record_type=vendor')).body).toEqual({})
  })
})

test('executions, actions, versions and roles in full', async () => {
  expect((await get('workflows/execution-states/2/')).body).toEqual({
    id: 2,
    workflow_id: 2,
    workflow_name: 'Sales',
    record_id: 3,
    record_type: 'invoice',
    current_step: 1,
    current_substep: 2,
    status: 'approved',
    requested_approver_ids: [],
    approved_by_ids: [1, 2, 3],
    rejected_by_id: null,
    rejection_reason: null,
    initiator_id: null,
    created_at: at,
    updated_at: at,
  })
  expect((await get('workflows/execution-states/5/')).body).toMatchObject({
    status: 'pending',
    requested_approver_ids: [2, 3],
    approved_by_ids: [1, 2],
  })
  const { avatar_url, full_name, ...approver } = person(1)
  expect(itemsOf(await get('workflows/execution-states/4/actions/'))).toEqual([
    {
      id: 4,
      workflow_execution_state_id: 4,
      record_id: 5,
      record_type: 'invoice',
      approver,
      action_type: 'reject',
      rejection_reason: 'twice',
      step_name: 'Check',
      step_order: 1,
      substep_order: 1,
      workflow_version: 1,
      created_at: at,
    },
  ])
  const policy = simulator.records.approvalPolicies.get(2)
  simulator.records.approvalPolicies.update(2, { name: 'Selling' })
  expect(itemsOf(await get('workflows/2/versions/'))).toEqual([
    policy,
    { ...policy, name: 'Selling', version: 2 },
  ])
  expect(policy).toMatchObject({
    company_ids: [],
    applies_to_all_companies: true,
    pending_approval_count: 3,
    roles: { controller: [3, 4], clerk: 'whoever is there' },
  })
  expect(itemsOf(await get('workflows/roles/'))).toEqual([
    { id: 1, name: 'controller', approver_ids: [3, 4, 9] },
    { id: 2, name: 'clerk', approver_ids: [] },
  ])
})

test('a lapsed subscription to either is 402', async () => {
  simulator.admin.subscriptions.lapse('inbox')
  expect((await get('inbox/records/')).status).toBe(402)
  expect((await get('workflows/roles/')).status).toBe(200)
  simulator.admin.subscriptions.lapse('approvalPolicies')
  expect((await get('workflows/roles/')).status).toBe(402)
})
