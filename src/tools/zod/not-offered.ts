// Written by `npm run types` from the definitions in src/resources.

/** Record types without operations of version 1, by the schema that these would have. */
export const NOT_OFFERED = {
  record: ['classificationLines', 'terms'],
  create: [
    'accounts',
    'approvalPolicies',
    'budgets',
    'classificationLines',
    'companies',
    'paperChecks',
    'terms',
  ],
  update: [
    'accounts',
    'approvalPolicies',
    'budgets',
    'cashSales',
    'classificationLines',
    'companies',
    'contracts',
    'customerCredits',
    'customerPrepaymentApplications',
    'customerPrepayments',
    'customerRefunds',
    'paperChecks',
    'terms',
    'vendorPayments',
  ],
  list: ['terms'],
} as const
