// Written by `npm run catalogue`.
/** The record types in the singular. */
export const RECORD_TYPES = (
  'account approvalAction approvalPolicy approvalPolicyVersion approvalRole approvalState ' +
  'assetDisposal bankTransfer bill budget cashSale classificationLine classification company ' +
  'contract customerCredit customerDeposit customerPayment customerPrepaymentApplication ' +
  'customerPrepayment customerRefund customer depreciation directExpense fixedAsset inboxRecord ' +
  'inboxTransaction invoice item journalEntry paperCheck purchaseOrder recurringBill ' +
  'recurringInvoice recurringJournalEntry revenueRecognition salesOrder term usageRecord ' +
  'vendorCredit vendorPayment vendorPrepaymentApplication vendorPrepayment vendorRefund vendor'
).split(' ')
