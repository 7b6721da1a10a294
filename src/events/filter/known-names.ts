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

/** What topics may be called (docs/service.md §14.2): of some of these types there are none. */
export const TOPIC_STEMS = [...RECORD_TYPES, 'workflow'].map((type) => `core.${type.toLowerCase()}`)
export const TOPICS = TOPIC_STEMS.flatMap((stem) =>
  ['created', 'updated', 'deleted'].map((action) => `${stem}/${action}`),
)
