import { type ExampleRecords, FOREIGN_VENDOR, LARGE_ORDER } from './example-bodies'

/** A request to an operation that is not a standard verb. */
interface FurtherCall {
  /** The value of the path parameter. */
  readonly of?: unknown
  readonly query?: string
  readonly body?: unknown
  /** The name under which later calls find this response. */
  readonly as?: string
}

type ShownLine = Readonly<Record<string, unknown>>

const transaction = (record: ShownLine | undefined): unknown => (record?.transaction_ids as unknown[])?.[0]
const first = (list: unknown): ShownLine => (list as ShownLine[] | undefined)?.[0] ?? {}

/** Calls by method and path, in the order in which they run. */
export const FURTHER_CALLS: Readonly<Record<string, (records: ExampleRecords) => FurtherCall>> = {
  'POST /public/v1/paper-checks/print-now/': ({ directExpenses }) => ({
    body: { transaction_id: transaction(directExpenses) },
  }),
  'POST /public/v1/paper-checks/print-later/': ({ vendorPayments }) => ({
    body: { transaction_ids: [transaction(vendorPayments)] },
    as: 'waiting',
  }),
  'PUT /public/v1/paper-checks/print-batch/': ({ waiting }) => ({
    body: { paper_check_ids: [first(waiting).id], first_check_number: 500 },
  }),
  'POST /public/v1/contracts/{contract_id}/usage/bulk-upsert/': ({ contracts }) => ({
    of: contracts?.id,
    body: {
      items: [
        {
          obligation_id: (contracts?.obligations as ShownLine[] | undefined)?.[1]?.id,
          usage_date: '2026-01-15',
          quantity: '12.5',
        },
      ],
    },
  }),
  'GET /public/v1/contracts/{contract_id}/usage/': ({ contracts }) => ({ of: contracts?.id }),
  'GET /public/v2/webhooks/{uuid}/': ({ webhook }) => ({ of: webhook?.uuid }),
  'GET /public/v2/webhooks/{uuid}/deliveries/': ({ webhook }) => ({ of: webhook?.uuid }),
  'PATCH /public/v2/webhooks/{uuid}/': ({ webhook }) => ({ of: webhook?.uuid, body: { is_active: true } }),
  'POST /public/v1/purchase-orders/': () => ({ body: LARGE_ORDER, as: 'largeOrder' }),
  'POST /public/v1/vendors/': () => ({ body: FOREIGN_VENDOR, as: 'foreignVendor' }),
  'GET /public/v1/workflows/{id}/versions/': () => ({ of: 1 }),
  'GET /public/v1/workflows/execution-states/{id}/actions/': () => ({ of: 1 }),
  'GET /public/v1/inbox/transactions/{record_id}/': ({ largeOrder }) => ({
    of: largeOrder?.internal_id,
    query: '?transaction_type=purchase_order',
  }),
  'GET /public/v1/inbox/records/{record_id}/': ({ foreignVendor }) => ({
    of: foreignVendor?.id,
    query: '?record_type=vendor',
  }),
}
