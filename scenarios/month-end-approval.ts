import type { Scenario } from 'accounting-simulator'

export const monthEndApproval = {
  name: 'month-end-approval',
  description:
    'Invoices of 2000 or more need an approval. They stay drafts until somebody approves them on the last day of ' +
    'the month. Three days later the month is closed.',
  lesson:
    'A create that was answered with 200 may still be a draft. Payments of a draft are refused. Keep them until ' +
    'the invoice is approved, and send them before the month closes.',
  steps: [
    {
      create: {
        record: 'approvalPolicies',
        body: {
          record_type: 'invoice',
          name: 'Large invoices',
          company_ids: [],
          applies_to_all_companies: true,
          steps: [
            {
              name: 'Controller',
              conditions: [{ field: 'amount', operator: 'gte', value: '2000' }],
              approver_ids: [1],
            },
          ],
        },
      },
    },
    { at: '2026-01-31T17:00:00Z', approvals: { approve: 'invoices' } },
    {
      at: '2026-02-03T18:00:00Z',
      admin: { call: 'periods.lockThrough', with: { companyId: 1, date: '2026-01-31' } },
    },
  ],
} as const satisfies Scenario
