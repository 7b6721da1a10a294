// Written by `npm run types` from the definitions in src/resources.
import type { Account, AccountInput } from './account'
import type { ApprovalPolicy, ApprovalPolicyInput } from './approval-policy'
import type { BankTransfer, BankTransferInput } from './bank-transfer'
import type { Bill, BillInput } from './bill'
import type { Budget, BudgetInput } from './budget'
import type { CashSale, CashSaleInput } from './cash-sale'
import type { Classification, ClassificationInput } from './classification'
import type { ClassificationLine, ClassificationLineInput } from './classification-line'
import type { Company, CompanyInput } from './company'
import type { Contract, ContractInput } from './contract'
import type { Customer, CustomerInput } from './customer'
import type { CustomerCredit, CustomerCreditInput } from './customer-credit'
import type { CustomerDeposit, CustomerDepositInput } from './customer-deposit'
import type { CustomerPayment, CustomerPaymentInput } from './customer-payment'
import type { CustomerPrepayment, CustomerPrepaymentInput } from './customer-prepayment'
import type {
  CustomerPrepaymentApplication,
  CustomerPrepaymentApplicationInput,
} from './customer-prepayment-application'
import type { CustomerRefund, CustomerRefundInput } from './customer-refund'
import type { DirectExpense, DirectExpenseInput } from './direct-expense'
import type { FixedAsset, FixedAssetInput } from './fixed-asset'
import type { Invoice, InvoiceInput } from './invoice'
import type { Item, ItemInput } from './item'
import type { JournalEntry, JournalEntryInput } from './journal-entry'
import type { PaperCheck, PaperCheckInput } from './paper-check'
import type { PurchaseOrder, PurchaseOrderInput } from './purchase-order'
import type { RecurringBill, RecurringBillInput } from './recurring-bill'
import type { RecurringInvoice, RecurringInvoiceInput } from './recurring-invoice'
import type { RecurringJournalEntry, RecurringJournalEntryInput } from './recurring-journal-entry'
import type { SalesOrder, SalesOrderInput } from './sales-order'
import type { Term, TermInput } from './term'
import type { Vendor, VendorInput } from './vendor'
import type { VendorCredit, VendorCreditInput } from './vendor-credit'
import type { VendorPayment, VendorPaymentInput } from './vendor-payment'
import type { VendorPrepayment, VendorPrepaymentInput } from './vendor-prepayment'
import type {
  VendorPrepaymentApplication,
  VendorPrepaymentApplicationInput,
} from './vendor-prepayment-application'
import type { VendorRefund, VendorRefundInput } from './vendor-refund'

/** The members that all records share, or a function that gives those of each. */
type Given<Input> = Partial<Input> | ((index: number) => Partial<Input>)

/** Makes up records, and whatever they need; what is made follows from the seed. */
export interface Make {
  /** Makes an `Account`; members that are not given are made up. */
  account(given?: Partial<AccountInput>): Account
  accounts(count: number, given?: Given<AccountInput>): Account[]
  /** Makes an `ApprovalPolicy`; members that are not given are made up. */
  approvalPolicy(given?: Partial<ApprovalPolicyInput>): ApprovalPolicy
  approvalPolicies(count: number, given?: Given<ApprovalPolicyInput>): ApprovalPolicy[]
  /** Makes a `BankTransfer`; members that are not given are made up. */
  bankTransfer(given?: Partial<BankTransferInput>): BankTransfer
  bankTransfers(count: number, given?: Given<BankTransferInput>): BankTransfer[]
  /** Makes a `Bill`; members that are not given are made up. */
  bill(given?: Partial<BillInput>): Bill
  bills(count: number, given?: Given<BillInput>): Bill[]
  /** Makes a `Budget`; members that are not given are made up. */
  budget(given?: Partial<BudgetInput>): Budget
  budgets(count: number, given?: Given<BudgetInput>): Budget[]
  /** Makes a `CashSale`; members that are not given are made up. */
  cashSale(given?: Partial<CashSaleInput>): CashSale
  cashSales(count: number, given?: Given<CashSaleInput>): CashSale[]
  /** Makes a `ClassificationLine`; members that are not given are made up. */
  classificationLine(given?: Partial<ClassificationLineInput>): ClassificationLine
  classificationLines(count: number, given?: Given<ClassificationLineInput>): ClassificationLine[]
  /** Makes a `Classification`; members that are not given are made up. */
  classification(given?: Partial<ClassificationInput>): Classification
  classifications(count: number, given?: Given<ClassificationInput>): Classification[]
  /** Makes a `Company`; members that are not given are made up. */
  company(given?: Partial<CompanyInput>): Company
  companies(count: number, given?: Given<CompanyInput>): Company[]
  /** Makes a `Contract`; members that are not given are made up. */
  contract(given?: Partial<ContractInput>): Contract
  contracts(count: number, given?: Given<ContractInput>): Contract[]
  /** Makes a `CustomerCredit`; members that are not given are made up. */
  customerCredit(given?: Partial<CustomerCreditInput>): CustomerCredit
  customerCredits(count: number, given?: Given<CustomerCreditInput>): CustomerCredit[]
  /** Makes a `CustomerDeposit`; members that are not given are made up. */
  customerDeposit(given?: Partial<CustomerDepositInput>): CustomerDeposit
  customerDeposits(count: number, given?: Given<CustomerDepositInput>): CustomerDeposit[]
  /** Makes a `CustomerPayment`; members that are not given are made up. */
  customerPayment(given?: Partial<CustomerPaymentInput>): CustomerPayment
  customerPayments(count: number, given?: Given<CustomerPaymentInput>): CustomerPayment[]
  /** Makes a `CustomerPrepaymentApplication`; members that are not given are made up. */
  customerPrepaymentApplication(given?: Partial<CustomerPrepaymentApplicationInput>): CustomerPrepaymentApplication
  customerPrepaymentApplications(
    count: number,
    given?: Given<CustomerPrepaymentApplicationInput>,
  ): CustomerPrepaymentApplication[]
  /** Makes a `CustomerPrepayment`; members that are not given are made up. */
  customerPrepayment(given?: Partial<CustomerPrepaymentInput>): CustomerPrepayment
  customerPrepayments(count: number, given?: Given<CustomerPrepaymentInput>): CustomerPrepayment[]
  /** Makes a `CustomerRefund`; members that are not given are made up. */
  customerRefund(given?: Partial<CustomerRefundInput>): CustomerRefund
  customerRefunds(count: number, given?: Given<CustomerRefundInput>): CustomerRefund[]
  /** Makes a `Customer`; members that are not given are made up. */
  customer(given?: Partial<CustomerInput>): Customer
  customers(count: number, given?: Given<CustomerInput>): Customer[]
  /** Makes a `DirectExpense`; members that are not given are made up. */
  directExpense(given?: Partial<DirectExpenseInput>): DirectExpense
  directExpenses(count: number, given?: Given<DirectExpenseInput>): DirectExpense[]
  /** Makes a `FixedAsset`; members that are not given are made up. */
  fixedAsset(given?: Partial<FixedAssetInput>): FixedAsset
  fixedAssets(count: number, given?: Given<FixedAssetInput>): FixedAsset[]
  /** Makes an `Invoice`; members that are not given are made up. */
  invoice(given?: Partial<InvoiceInput>): Invoice
  invoices(count: number, given?: Given<InvoiceInput>): Invoice[]
  /** Makes an `Item`; members that are not given are made up. */
  item(given?: Partial<ItemInput>): Item
  items(count: number, given?: Given<ItemInput>): Item[]
  /** Makes a `JournalEntry`; members that are not given are made up. */
  journalEntry(given?: Partial<JournalEntryInput>): JournalEntry
  journalEntries(count: number, given?: Given<JournalEntryInput>): JournalEntry[]
  /** Makes a `PaperCheck`; members that are not given are made up. */
  paperCheck(given?: Partial<PaperCheckInput>): PaperCheck
  paperChecks(count: number, given?: Given<PaperCheckInput>): PaperCheck[]
  /** Makes a `PurchaseOrder`; members that are not given are made up. */
  purchaseOrder(given?: Partial<PurchaseOrderInput>): PurchaseOrder
  purchaseOrders(count: number, given?: Given<PurchaseOrderInput>): PurchaseOrder[]
  /** Makes a `RecurringBill`; members that are not given are made up. */
  recurringBill(given?: Partial<RecurringBillInput>): RecurringBill
  recurringBills(count: number, given?: Given<RecurringBillInput>): RecurringBill[]
  /** Makes a `RecurringInvoice`; members that are not given are made up. */
  recurringInvoice(given?: Partial<RecurringInvoiceInput>): RecurringInvoice
  recurringInvoices(count: number, given?: Given<RecurringInvoiceInput>): RecurringInvoice[]
  /** Makes a `RecurringJournalEntry`; members that are not given are made up. */
  recurringJournalEntry(given?: Partial<RecurringJournalEntryInput>): RecurringJournalEntry
  recurringJournalEntries(count: number, given?: Given<RecurringJournalEntryInput>): RecurringJournalEntry[]
  /** Makes a `SalesOrder`; members that are not given are made up. */
  salesOrder(given?: Partial<SalesOrderInput>): SalesOrder
  salesOrders(count: number, given?: Given<SalesOrderInput>): SalesOrder[]
  /** Makes a `Term`; members that are not given are made up. */
  term(given?: Partial<TermInput>): Term
  terms(count: number, given?: Given<TermInput>): Term[]
  /** Makes a `VendorCredit`; members that are not given are made up. */
  vendorCredit(given?: Partial<VendorCreditInput>): VendorCredit
  vendorCredits(count: number, given?: Given<VendorCreditInput>): VendorCredit[]
  /** Makes a `VendorPayment`; members that are not given are made up. */
  vendorPayment(given?: Partial<VendorPaymentInput>): VendorPayment
  vendorPayments(count: number, given?: Given<VendorPaymentInput>): VendorPayment[]
  /** Makes a `VendorPrepaymentApplication`; members that are not given are made up. */
  vendorPrepaymentApplication(given?: Partial<VendorPrepaymentApplicationInput>): VendorPrepaymentApplication
  vendorPrepaymentApplications(
    count: number,
    given?: Given<VendorPrepaymentApplicationInput>,
  ): VendorPrepaymentApplication[]
  /** Makes a `VendorPrepayment`; members that are not given are made up. */
  vendorPrepayment(given?: Partial<VendorPrepaymentInput>): VendorPrepayment
  vendorPrepayments(count: number, given?: Given<VendorPrepaymentInput>): VendorPrepayment[]
  /** Makes a `VendorRefund`; members that are not given are made up. */
  vendorRefund(given?: Partial<VendorRefundInput>): VendorRefund
  vendorRefunds(count: number, given?: Given<VendorRefundInput>): VendorRefund[]
  /** Makes a `Vendor`; members that are not given are made up. */
  vendor(given?: Partial<VendorInput>): Vendor
  vendors(count: number, given?: Given<VendorInput>): Vendor[]
}
