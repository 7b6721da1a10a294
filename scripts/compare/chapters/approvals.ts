import type { Simulator } from 'accounting-simulator'
import { recordType } from '../../../src/engine/model/compiled-type'
import type { Json } from '../../../test/support/client'
import type { Ground } from '../../../test/support/ground'
import { everything } from '../../../test/support/subject'
import { under } from '../../../test/support/worlds/under-policy'
import type { Stage } from '../stage'

const CHECKS = '/public/v1/paper-checks/'
const STEPS = [
  {
    name: 'Check',
    substeps: [
      { order: 1, approver_ids: [1], approve_condition: 'any' },
      { order: 2, approver_ids: [2, 3], approve_condition: 'all' },
    ],
  },
  { name: 'Release', approver_ids: [4, 5], approve_condition: 'any' },
] as const

const INBOX = [
  ...[
    'inbox/',
    'inbox/?scope=mine',
    'inbox/records/',
    'inbox/transactions/',
    'inbox/records/1/',
    'inbox/transactions/1/',
  ],
  ...[
    'workflows/',
    'workflows/1/',
    'workflows/1/versions/',
    'workflows/roles/',
    'workflows/actions/?approver_id=2',
  ],
  ...[
    'workflows/execution-states/',
    'workflows/execution-states/1/',
    'workflows/execution-states/1/actions/',
  ],
  ...['workflows/99/', 'workflows/execution-states/99/', 'inbox/records/99/', 'workflows/99/versions/'],
]

/** Policies for every record type that can need one; people approve and reject; checks are printed. */
export async function approvals(stage: Stage): Promise<void> {
  const ground = stage.ground()
  const { simulator } = ground
  const types = everything.definitions.filter(({ approvable }) => approvable)
  const bodies = types.map((definition) =>
    [0, 1, 2].map((variant) => stage.try(() => ground.body(definition, { extent: 'full', variant }))),
  )
  for (const definition of types)
    under(
      {
        record_type: recordType(definition) as 'invoice',
        steps: structuredClone(STEPS) as never,
        roles: { controller: [3, 4] },
      },
      simulator,
    )
  const { key } = simulator.admin.keys.issue({ person: 2, label: 'Second' })
  simulator.admin.approvals.describe({ id: 1, first_name: 'Ann', last_name: 'One' })
  for (const [index, definition] of types.entries()) {
    for (const [variant, body] of (bodies[index] ?? []).entries()) {
      const path = `/public/v1/${definition.path}/`
      const { json } = await stage.ask(simulator, 'POST', path, { body, ...(variant === 1 && { key }) })
      await stage.ask(simulator, 'PUT', `${path}${json[definition.identifier]}/`, { body })
      await stage.ask(simulator, 'DELETE', `${path}${json[definition.identifier]}/`)
      decide(stage, simulator, json, variant)
      await stage.ask(simulator, 'GET', `${path}${json[definition.identifier]}/`)
    }
    for (const path of stage.chance.some(INBOX, 8))
      await stage.ask(simulator, 'GET', `/public/v1/${path}`, stage.chance.below(3) === 0 ? { key } : {})
  }
  await stage.conclude(simulator)
  await checks(stage, stage.ground())
}

function decide({ try: attempt }: Stage, { admin }: Simulator, record: Json, variant: number): void {
  if (variant === 1) attempt(() => admin.approvals.reject(record, { reason: 'twice' }))
  attempt(() => admin.approvals.approve(record, { by: 9 }))
  for (const by of variant === 0 ? [1, 2, 3, 4] : [1]) attempt(() => admin.approvals.approve(record, { by }))
  attempt(() => admin.approvals.approve(record))
}

async function checks(stage: Stage, ground: Ground): Promise<void> {
  const { chance } = stage
  const { simulator } = ground
  const sources = everything.definitions.filter(({ paperCheck }) => paperCheck)
  const transactions = [0, 1, 2, 3].flatMap((variant) =>
    sources.flatMap((source) => {
      const made = stage.try(() => ground.make(source, { variant }))
      return (made?.transaction_ids as number[] | undefined) ?? []
    }),
  )
  for (const [method, path, body] of [
    ...[['POST', 'print-now/', { transaction_id: transactions[0] }]],
    ...[['POST', 'print-now/', { transaction_id: transactions[0] }]],
    ...[['POST', 'print-later/', { transaction_ids: transactions.slice(1, 9) }]],
    ...[['POST', 'print-later/', { transaction_ids: [transactions[2], 99_999] }]],
    ...[['PUT', 'print-batch/', { paper_check_ids: [2, 3], first_check_number: 500 }]],
    ...[['PUT', 'print-batch/', { paper_check_ids: [3, 4] }]],
    ...[['PUT', 'print-batch/', { paper_check_ids: [4, 5] }]],
    ...[
      ['POST', 'print-now/', {}],
      ['POST', 'print-later/', { transaction_ids: [] }],
      ['PUT', 'print-batch/', []],
    ],
    ...[
      ['DELETE', '6/', undefined],
      ['DELETE', '1/', undefined],
      ['GET', '2/', undefined],
      ['GET', '', undefined],
    ],
    ...[
      ['POST', 'print-now/', { transaction_id: chance.pick(transactions) }],
      ['GET', '99/', undefined],
    ],
  ] as [string, string, unknown][])
    await stage.ask(simulator, method, `${CHECKS}${path}`, { body })
  await stage.conclude(simulator)
}
