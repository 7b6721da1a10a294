import { isOptionError } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { given, table } from '../support/table'
import { balanceOf, invoice } from '../support/worlds/trade'
import { type Policy, under } from '../support/worlds/under-policy'

/**
 * Steps apart by `>`, substeps by `;`, each `any` or `all` with the ids of persons; `*` stands before a step that is
 * skipped. Then what persons do, and whose approval is waited for after each: `ok` once posted.
 */
const FLOWS = table(`
  steps                          approvals      | waits for
  any 1 2                        1              | 1+2, ok
  any 1 2                        2              | 1+2, ok
  all 1 2                        1 2            | 1+2, 2, ok
  all 1 2                        2 1            | 1+2, 1, ok
  all 1 1                        1              | 1, ok
  any 1 > any 2                  1 2            | 1, 2, ok
  all 1 2 > any 3                2 1 3          | 1+2, 1, 3, ok
  any 1 ; all 2 3 > any 4        1 3 2 4        | 1, 2+3, 2, 4, ok
  any 1 > any 1                  1 1            | 1, 1, ok
  *any 1 > any 2                 2              | 2, ok
  any 1 > *any 2 > any 3         1 3            | 1, 3, ok
  any 1 > *any 2                 1              | 1, ok
`)

test.each(FLOWS)('$steps approved by $approvals', ({ steps, approvals, 'waits for': expected }) => {
  const simulator = under({ steps: stepsIn(steps) })
  let record = simulator.records.invoices.create(invoice())
  const waiting = () =>
    record.approval_status === 'approved'
      ? record.record_status.replace('posted', 'ok')
      : record.next_approvers?.map(({ id }) => id).join('+')
  const seen = [waiting()]
  for (const by of approvals.split(' ')) {
    expect(balanceOf(simulator, 1100)).toBe('0.00')
    simulator.admin.approvals.approve(record, { by: Number(by) })
    record = simulator.records.invoices.get(1)
    seen.push(waiting())
  }
  expect(seen.join(', ')).toBe(expected)
  expect(balanceOf(simulator, 1100)).toBe('100.00')
})

function stepsIn(text: string): Policy['steps'] {
  return text.split(' > ').map((step, index) => {
    const substeps = step
      .replace('*', '')
      .split(' ; ')
      .map((words, at) => {
        const [approve_condition, ...ids] = words.split(' ')
        return { order: at + 1, approver_ids: ids.map(Number), approve_condition: approve_condition as 'any' }
      })
    return {
      name: `Step ${index + 1}`,
      order: index + 1,
      ...(step.startsWith('*') && { conditions: [{ field: 'amount', operator: 'lt', value: 0 } as const] }),
      ...(substeps.length > 1 ? { substeps } : substeps[0]),
    }
  })
}

test('steps and substeps follow their order, not that of the request', () => {
  const simulator = under({
    steps: [
      { order: 2, approver_ids: [3] },
      {
        order: 1,
        substeps: [
          { order: 9, approver_ids: [2] },
          { order: 4, approver_ids: [1] },
        ],
      },
    ],
  })
  const record = simulator.records.invoices.create(invoice())
  for (const by of [1, 2, 3]) simulator.admin.approvals.approve(record, { by })
  expect(simulator.records.invoices.get(1).record_status).toBe('posted')
})

describe('who asks for an approval', () => {
  const asking = async (policy: Partial<Policy>, person = 1) => {
    const simulator = under(policy)
    const send = clientOf(simulator, simulator.admin.keys.issue({ person }).key)
    const { body } = await send('POST', '/public/v1/invoices/', invoice())
    const outcome = (work: () => unknown) => {
      try {
        work()
        return 'ok'
      } catch (error) {
        if (!isOptionError(error)) throw error
        return error.option
      }
    }
    const { approvals } = simulator.admin
    return {
      body,
      approve: (by?: number) => outcome(() => approvals.approve(body, by === undefined ? {} : { by })),
      reject: (by?: number) =>
        outcome(() => approvals.reject(body, { reason: 'no', ...(by !== undefined && { by }) })),
      status: () => simulator.records.invoices.get(1).approval_status,
    }
  }

  test.each(
    table(`
      condition  approvers  self  by   | waits for  outcome  status
      any        1 2        no    1    | 2          by       pending
      any        1 2        no    2    | 2          ok       approved
      all        1 2        no    2    | 2          ok       approved
      any        1 2        yes   1    | 1 2        ok       approved
      all        1 2        yes   1    | 1 2        ok       pending
      any        1          no    1    | -          by       pending
      any        1          no    -    | -          by       pending
      any        2          no    3    | 2          by       pending
      any        2          no    -    | 2          ok       approved
    `),
  )('$condition of $approvers, own approval $self, approved by $by', async (row) => {
    const asked = await asking({
      allow_self_approval: row.self === 'yes',
      steps: [
        { approver_ids: row.approvers.split(' ').map(Number), approve_condition: row.condition as 'any' },
      ],
    })
    const waits = asked.body.next_approvers as { id: number }[]
    expect(waits.map(({ id }) => id).join(' ') || '-').toBe(row['waits for'])
    expect(asked.approve(given(row.by) === undefined ? undefined : Number(row.by))).toBe(row.outcome)
    expect(asked.status()).toBe(row.status)
  })

  test('may take back what was asked for', async () => {
    const asked = await asking({ steps: [{ approver_ids: [1] }] })
    expect(asked.reject(2)).toBe('by')
    expect(asked.reject()).toBe('ok')
    expect(asked.status()).toBe('rejected')
  })
})
