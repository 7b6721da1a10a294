import { type ExampleRecords, FOREIGN_VENDOR, LARGE_ORDER } from './example-bodies'

/** A request to an operation other than the standard verbs. */
interface Call {
  readonly path: string
  readonly body?: unknown
  /** The name under which later calls find the response. */
  readonly as?: string
}

type Line = Readonly<Record<string, unknown>>

const transaction = (record: Line | undefined): unknown => (record?.transaction_ids as unknown[])?.[0]
const first = (list: unknown): Line => (list as Line[] | undefined)?.[0] ?? {}

/** Calls by method and path, in the order in which they run. */
export const FURTHER_CALLS: Readonly<Record<string, (records: ExampleRecords) => Call>> = {
  'POST /public/v1/paper-checks/print-now/': ({ directExpenses }) => ({
    path: '/public/v1/paper-checks/print-now/',
    body: { transaction_id: transaction(directExpenses) },
  }),
  'POST /public/v1/paper-checks/print-later/': ({ vendorPayments }) => ({
    path: '/public/v1/paper-checks/print-later/',
    body: { transaction_ids: [transaction(vendorPayments)] },
    as: 'waiting',
  }),
  'PUT /public/v1/paper-checks/print-batch/': ({ waiting }) => ({
    path: '/public/v1/paper-checks/print-batch/',
    body: { paper_check_ids: [first(waiting).id], first_check_number: 500 },
  }),
  'POST /public/v1/contracts/{contract_id}/usage/bulk-upsert/': ({ contracts }) => ({
    path: `/public/v1/contracts/${contracts?.id}/usage/bulk-upsert/`,
    body: {
      items: [
        {
          obligation_id: (contracts?.obligations as Line[] | undefined)?.[1]?.id,
          usage_date: '2026-01-15',
          quantity: '12.5',
        },
      ],
    },
  }),
  'GET /public/v1/contracts/{contract_id}/usage/': ({ contracts }) => ({
    path: `/public/v1/contracts/${contracts?.id}/usage/`,
  }),
  'GET /public/v2/webhooks/{uuid}/': ({ webhook }) => ({ path: `/public/v2/webhooks/${webhook?.uuid}/` }),
  'GET /public/v2/webhooks/{uuid}/deliveries/': ({ webhook }) => ({
    path: `/public/v2/webhooks/${webhook?.uuid}/deliveries/`,
  }),
  'PATCH /public/v2/webhooks/{uuid}/': ({ webhook }) => ({
    path: `/public/v2/webhooks/${webhook?.uuid}/`,
    body: { is_active: true },
  }),
  'POST /public/v1/purchase-orders/': () => ({
    path: '/public/v1/purchase-orders/',
    body: LARGE_ORDER,
    as: 'largeOrder',
  }),
  'POST /public/v1/vendors/': () => ({
    path: '/public/v1/vendors/',
    body: FOREIGN_VENDOR,
    as: 'foreignVendor',
  }),
  'GET /public/v1/workflows/{id}/versions/': () => ({ path: '/public/v1/workflows/1/versions/' }),
  'GET /public/v1/workflows/execution-states/{id}/actions/': () => ({
    path: '/public/v1/workflows/execution-states/1/actions/',
  }),
  'GET /public/v1/inbox/transactions/{record_id}/': ({ largeOrder }) => ({
    path: `/public/v1/inbox/transactions/${largeOrder?.internal_id}/?transaction_type=purchase_order`,
  }),
  'GET /public/v1/inbox/records/{record_id}/': ({ foreignVendor }) => ({
    path: `/public/v1/inbox/records/${foreignVendor?.id}/?record_type=vendor`,
  }),
}
