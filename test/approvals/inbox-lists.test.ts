import { beforeEach, expect, test } from 'vitest'
import type { Json, Send } from '../support/client'
import { table } from '../support/table'
import { waiting } from '../support/worlds/approval-inbox'

/** docs/service.md §5.5, §8.2: the lists of policies, executions, actions and the inbox. */
let send: Send
const get = (path: string) => send('GET', `/public/v1/${path}`)
beforeEach(() => {
  send = waiting().send
})

/** Lists are lists: how many there are, and how many this page holds. */
test.each(
  table(`
    list                        query                                    | count  page
    inbox/transactions          transaction_type=bill                    | 1      1
    inbox/transactions          transaction_type=bill&transaction_type=invoice  | 4  4
    inbox/transactions          approval_status=pending                  | 4      4
    inbox/transactions          approval_status=approved                 | 0      0
    inbox/transactions          approval_status=nonsense                 | 0      0
    inbox/transactions          company_id=2                             | 1      1
    inbox/transactions          number=2&number=6                        | 2      2
    inbox/transactions          start_date=2026-01-21                    | 1      1
    inbox/transactions          end_date=2026-01-20                      | 3      3
    inbox/transactions          customer_id=2                            | 1      1
    inbox/transactions          record_id=2&record_id=4                  | 2      2
    inbox/transactions          transaction_id=1                         | 0      0
    inbox/transactions          search=THREE                             | 1      1
    inbox/transactions          limit=3                                  | 4      3
    inbox/transactions          limit=3&offset=3                         | 4      1
    inbox/transactions          limit=100                                | 4      4
    inbox/records               record_type=customer                     | 1      1
    inbox/records               record_type=vendor                       | 0      0
    inbox/records               approval_status=pending                  | 1      1
    inbox/records               record_id=5                              | 0      0
    workflows                   -                                        | 4      4
    workflows                   record_type=invoice                      | 2      2
    workflows                   is_active=false                          | 1      1
    workflows                   company_id=1                             | 4      4
    workflows/execution-states  -                                        | 7      7
    workflows/execution-states  workflow_id=2                            | 5      5
    workflows/execution-states  workflow_id=1                            | 0      0
    workflows/execution-states  status=pending                           | 5      5
    workflows/execution-states  status=approved&status=rejected          | 2      2
    workflows/execution-states  record_type=customer                     | 1      1
    workflows/execution-states  initiator_id=1                           | 0      0
    workflows/actions           -                                        | 6      6
    workflows/actions           workflow_execution_state_id=2            | 3      3
    workflows/actions           record_type=invoice                      | 6      6
    workflows/actions           record_type=bill                         | 0      0
    workflows/actions           record_id=3&record_id=5                  | 4      4
    workflows/actions           action_type=reject                       | 1      1
    workflows/actions           approver_id=2&approver_id=3              | 3      3
    workflows/actions           start_date=2026-01-15T09:00:00Z          | 6      6
    workflows/actions           start_date=2026-01-15T09:00:01Z          | 0      0
    workflows/actions           end_date=2026-01-15T08:59:59Z            | 0      0
    workflows/execution-states/2/actions  -                              | 3      3
    workflows/execution-states/2/actions  action_type=reject             | 0      0
    workflows/execution-states/2/actions  workflow_execution_state_id=4  | 3      3
    workflows/roles             -                                        | 2      2
    workflows/2/versions        -                                        | 1      1
  `),
)('$list ? $query: $count', async ({ list, query, count, page }) => {
  const { body } = await get(`${list}/?${query === '-' ? '' : query}`)
  expect([String(body.count), String((body.items as Json[] | undefined)?.length)]).toEqual([count, page])
})

test.each(
  table(`
    path                                               | status  member              text
    inbox/transactions/?limit=0                        | 400     __all__             greater_than_equal query.limit
    workflows/actions/?offset=x                        | 400     __all__             int_parsing query.offset
    workflows/2/versions/?limit=0                      | 400     __all__             greater_than_equal query.limit
    inbox/transactions/?transaction_type=payment       | 422     transaction_type    Input should be one of: invoice, bill
    inbox/transactions/?customer_id=x                  | 422     customer_id         Input should be a valid integer
    inbox/transactions/?start_date=soon                | 422     start_date          Input should be a valid date
    inbox/records/?record_type=invoice                 | 422     record_type         Input should be one of: vendor, customer
    inbox/records/?ordering=colour                     | 422     ordering            Unsupported ordering: colour
    workflows/?record_type=payment                     | 422     record_type         Input should be one of: invoice
    workflows/?is_active=maybe                         | 422     is_active           Input should be a valid boolean
    workflows/execution-states/?status=open            | 422     status              Input should be one of: pending, approved, rejected
    workflows/actions/?action_type=ask                 | 422     action_type         Input should be one of: approve, reject
    workflows/actions/?start_date=2026                 | 422     start_date          Input should be a valid datetime
    inbox/transactions/2/                              | 422     transaction_type    Field required
    inbox/transactions/2/?transaction_type=customer    | 422     transaction_type    Input should be one of: invoice
    inbox/records/6/                                   | 422     record_type         Field required
    inbox/records/6/?record_type=invoice               | 422     record_type         Input should be one of: vendor, customer
    inbox/transactions/99/?transaction_type=invoice    | 404     __all__             Invoice matching query does not exist
    inbox/transactions/2/?transaction_type=bill        | 404     __all__             Bill matching query does not exist
    inbox/records/99/?record_type=vendor               | 404     __all__             Vendor matching query does not exist
    workflows/99/                                      | 404     __all__             Workflow matching query does not exist
    workflows/99/versions/                             | 404     __all__             Workflow matching query does not exist
    workflows/execution-states/99/                     | 404     __all__             WorkflowExecutionState matching query does not exist
    workflows/execution-states/99/actions/             | 404     __all__             WorkflowExecutionState matching query does not exist
  `),
)('$path: $status $member $text', async ({ path, status, member, text }) => {
  const answer = await get(path)
  expect([answer.status, Object.keys(answer.errors)]).toEqual([Number(status), [member]])
  expect(answer.errors[member]?.[0]).toContain(text)
})
