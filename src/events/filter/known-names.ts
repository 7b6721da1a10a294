/** The record types in the singular. The panel has no list of its own. */
export const RECORD_TYPES = (
  'account approvalAction approvalPolicy approvalPolicyVersion approvalRole approvalState assetDisposal ' +
  'bankTransfer bill budget cashSale classificationLine classification company contract customerCredit ' +
  'customerDeposit customerPayment customerPrepaymentApplication customerPrepayment customerRefund ' +
  'customer depreciation directExpense fixedAsset inboxRecord inboxTransaction invoice item ' +
  'journalEntry paperCheck purchaseOrder recurringBill recurringInvoice recurringJournalEntry ' +
  'revenueRecognition salesOrder term usageRecord vendorCredit vendorPayment ' +
  'vendorPrepaymentApplication vendorPrepayment vendorRefund vendor'
).split(' ')

/** Names of topics (docs/service.md §14.2): of some of these types there are none. */
export const TOPIC_STEMS = [...RECORD_TYPES, 'workflow'].map((type) => `core.${type.toLowerCase()}`)
export const TOPICS = TOPIC_STEMS.flatMap((stem) =>
  ['created', 'updated', 'deleted'].map((action) => `${stem}/${action}`),
)

/** The rules of reasons, of requests and of webhooks that changed. */
export const RULES = (
  'done idempotency-replay fault under-way not-found conflict validation refused failing request ' +
  'key-missing key-refused permission subscription no-operation method-not-allowed rate-limit maintenance ' +
  'body-not-json body-not-an-object body-too-deep body-too-large body-unreadable content-type internal-error ' +
  'idempotency-key-format idempotency-key-reused idempotency-key-in-progress header-unread'
).split(' ')
