// Written by `npm run types` from the definitions in src/resources.
import type { Archiving, RecordSet } from '../record-set'
import type { Account, AccountInput, AccountQuery } from './account'
import type {
  ApprovalPolicy,
  ApprovalPolicyEntry,
  ApprovalPolicyInput,
  ApprovalPolicyQuery,
} from './approval-policy'
import type { BankTransfer, BankTransferInput, BankTransferQuery } from './bank-transfer'
import type { Bill, BillInput, BillQuery } from './bill'
import type { Budget, BudgetInput, BudgetQuery } from './budget'
import type { CashSale, CashSaleInput, CashSaleQuery } from './cash-sale'
import type { Classification, ClassificationInput, ClassificationQuery } from './classification'
import type {
  ClassificationLine,
  ClassificationLineInput,
  ClassificationLineQuery,
} from './classification-line'
import type { Company, CompanyInput, CompanyQuery } from './company'
import type { Contract, ContractInput, ContractQuery } from './contract'
import type { Customer, CustomerEntry, CustomerInput, CustomerQuery } from './customer'
import type { CustomerCredit, CustomerCreditInput, CustomerCreditQuery } from './customer-credit'
import type { CustomerDeposit, CustomerDepositInput, CustomerDepositQuery } from './customer-deposit'
import type { CustomerPayment, CustomerPaymentInput, CustomerPaymentQuery } from './customer-payment'
import type {
  CustomerPrepayment,
  CustomerPrepaymentInput,
  CustomerPrepaymentQuery,
} from './customer-prepayment'
import type {
  CustomerPrepaymentApplication,
  CustomerPrepaymentApplicationInput,
  CustomerPrepaymentApplicationQuery,
} from './customer-prepayment-application'
import type { CustomerRefund, CustomerRefundInput, CustomerRefundQuery } from './customer-refund'
import type { DirectExpense, DirectExpenseInput, DirectExpenseQuery } from './direct-expense'
import type { FixedAsset, FixedAssetInput, FixedAssetQuery } from './fixed-asset'
import type { Invoice, InvoiceInput, InvoiceQuery } from './invoice'
import type { Item, ItemInput, ItemQuery } from './item'
import type { JournalEntry, JournalEntryInput, JournalEntryQuery } from './journal-entry'
import type { PaperCheck, PaperCheckInput, PaperCheckQuery } from './paper-check'
import type { PurchaseOrder, PurchaseOrderInput, PurchaseOrderQuery } from './purchase-order'
import type { RecurringBill, RecurringBillInput, RecurringBillQuery } from './recurring-bill'
import type { RecurringInvoice, RecurringInvoiceInput, RecurringInvoiceQuery } from './recurring-invoice'
import type {
  RecurringJournalEntry,
  RecurringJournalEntryInput,
  RecurringJournalEntryQuery,
} from './recurring-journal-entry'
import type { SalesOrder, SalesOrderInput, SalesOrderQuery } from './sales-order'
import type { Term, TermInput, TermQuery } from './term'
import type { Vendor, VendorEntry, VendorInput, VendorQuery } from './vendor'
import type { VendorCredit, VendorCreditInput, VendorCreditQuery } from './vendor-credit'
import type { VendorPayment, VendorPaymentInput, VendorPaymentQuery } from './vendor-payment'
import type { VendorPrepayment, VendorPrepaymentInput, VendorPrepaymentQuery } from './vendor-prepayment'
import type {
  VendorPrepaymentApplication,
  VendorPrepaymentApplicationInput,
  VendorPrepaymentApplicationQuery,
} from './vendor-prepayment-application'
import type { VendorRefund, VendorRefundInput, VendorRefundQuery } from './vendor-refund'

/** One member for each record type. Its calls follow the rules of the service, without HTTP. */
export interface Records {
  /** The chart of accounts. An account without a company is shared by all companies. */
  readonly accounts: RecordSet<AccountInput, Account, AccountInput, AccountQuery>
  /** Approvers for the records of a type. Earlier versions are kept. */
  readonly approvalPolicies: RecordSet<
    ApprovalPolicyInput,
    ApprovalPolicy,
    Partial<ApprovalPolicyInput>,
    ApprovalPolicyQuery,
    ApprovalPolicyEntry
  >
  /** Moves money between two accounts of a company. */
  readonly bankTransfers: RecordSet<
    BankTransferInput,
    BankTransfer,
    BankTransferInput | Archiving,
    BankTransferQuery
  >
  /** A vendor's request for money. Payments and applications settle it. */
  readonly bills: RecordSet<BillInput, Bill, BillInput | Archiving, BillQuery>
  /** Planned figures of a year. The wire shows that a budget exists, but none of its figures. */
  readonly budgets: RecordSet<BudgetInput, Budget, BudgetInput, BudgetQuery>
  /** A sale paid at once. */
  readonly cashSales: RecordSet<CashSaleInput, CashSale, CashSaleInput | Archiving, CashSaleQuery>
  /** The values that a classification offers. */
  readonly classificationLines: RecordSet<
    ClassificationLineInput,
    ClassificationLine,
    ClassificationLineInput,
    ClassificationLineQuery
  >
  /** Dimensions such as department or project. Their values are the classification lines. */
  readonly classifications: RecordSet<
    ClassificationInput,
    Classification,
    ClassificationInput,
    ClassificationQuery
  >
  /** Legal entities, each with its own books. */
  readonly companies: RecordSet<CompanyInput, Company, CompanyInput, CompanyQuery>
  /**
   * Goods and services sold to a customer over a term. Once a contract is active, the clock recognises its
   * revenue and bills it.
   */
  readonly contracts: RecordSet<ContractInput, Contract, ContractInput | Archiving, ContractQuery>
  /** Money owed to a customer. Applications and payments spend it on invoices; refunds pay it out. */
  readonly customerCredits: RecordSet<
    CustomerCreditInput,
    CustomerCredit,
    CustomerCreditInput | Archiving,
    CustomerCreditQuery
  >
  /** Moves money from Undeposited Funds to the bank. */
  readonly customerDeposits: RecordSet<
    CustomerDepositInput,
    CustomerDeposit,
    CustomerDepositInput | Archiving,
    CustomerDepositQuery
  >
  /**
   * Money from a customer: settles invoices, spends credits, and may leave an unapplied amount on the
   * customer's account.
   */
  readonly customerPayments: RecordSet<
    CustomerPaymentInput,
    CustomerPayment,
    CustomerPaymentInput | Archiving,
    CustomerPaymentQuery
  >
  /** Spends a customer's prepayment or credit on invoices. */
  readonly customerPrepaymentApplications: RecordSet<
    CustomerPrepaymentApplicationInput,
    CustomerPrepaymentApplication,
    CustomerPrepaymentApplicationInput | Archiving,
    CustomerPrepaymentApplicationQuery
  >
  /** Money received from a customer in advance. It is applied to invoices later, or refunded. */
  readonly customerPrepayments: RecordSet<
    CustomerPrepaymentInput,
    CustomerPrepayment,
    CustomerPrepaymentInput | Archiving,
    CustomerPrepaymentQuery
  >
  /** Pays back the balance of a customer's credits and prepayments. */
  readonly customerRefunds: RecordSet<
    CustomerRefundInput,
    CustomerRefund,
    CustomerRefundInput | Archiving,
    CustomerRefundQuery
  >
  /** Buyers of goods and services. */
  readonly customers: RecordSet<CustomerInput, Customer, Partial<CustomerInput>, CustomerQuery, CustomerEntry>
  /** An expense paid at once, from a bank account or by card. */
  readonly directExpenses: RecordSet<
    DirectExpenseInput,
    DirectExpense,
    DirectExpenseInput | Archiving,
    DirectExpenseQuery
  >
  /** Long-lived assets, depreciated by the clock. */
  readonly fixedAssets: RecordSet<FixedAssetInput, FixedAsset, FixedAssetInput | Archiving, FixedAssetQuery>
  /** A request for money from a customer. Payments and applications settle it. */
  readonly invoices: RecordSet<InvoiceInput, Invoice, InvoiceInput | Archiving, InvoiceQuery>
  /** Goods and services, with the accounts that their lines post to. */
  readonly items: RecordSet<ItemInput, Item, ItemInput, ItemQuery>
  /** Manual debits and credits. An entry that reverses itself has a mirror entry on a later date. */
  readonly journalEntries: RecordSet<
    JournalEntryInput,
    JournalEntry,
    JournalEntryInput | Archiving,
    JournalEntryQuery
  >
  /**
   * Paper checks for outgoing money. Clients create a check for a transaction, print it by setting the status
   * to printed, and archive it. Its other members are read-only.
   */
  readonly paperChecks: RecordSet<PaperCheckInput, PaperCheck, Partial<PaperCheckInput>, PaperCheckQuery>
  /** Goods and services ordered from a vendor. Bills reduce the open quantities. */
  readonly purchaseOrders: RecordSet<
    PurchaseOrderInput,
    PurchaseOrder,
    PurchaseOrderInput | Archiving,
    PurchaseOrderQuery
  >
  /** A template for recurring bills. */
  readonly recurringBills: RecordSet<
    RecurringBillInput,
    RecurringBill,
    RecurringBillInput,
    RecurringBillQuery
  >
  /** A template for recurring invoices. */
  readonly recurringInvoices: RecordSet<
    RecurringInvoiceInput,
    RecurringInvoice,
    RecurringInvoiceInput,
    RecurringInvoiceQuery
  >
  /** A template for recurring journal entries. */
  readonly recurringJournalEntries: RecordSet<
    RecurringJournalEntryInput,
    RecurringJournalEntry,
    RecurringJournalEntryInput,
    RecurringJournalEntryQuery
  >
  /** Goods and services that a customer ordered. Invoices reduce the open quantities. */
  readonly salesOrders: RecordSet<SalesOrderInput, SalesOrder, SalesOrderInput | Archiving, SalesOrderQuery>
  /** Payment terms, which set the due date of an invoice. Not available on the wire. */
  readonly terms: RecordSet<TermInput, Term, TermInput, TermQuery>
  /** Money that a vendor owes. Applications and payments spend it on bills; refunds pay it back. */
  readonly vendorCredits: RecordSet<
    VendorCreditInput,
    VendorCredit,
    VendorCreditInput | Archiving,
    VendorCreditQuery
  >
  /** Settles bills and open journal lines, and spends vendor credits. */
  readonly vendorPayments: RecordSet<
    VendorPaymentInput,
    VendorPayment,
    VendorPaymentInput | Archiving,
    VendorPaymentQuery
  >
  /** Spends a vendor's prepayment or credit on bills. */
  readonly vendorPrepaymentApplications: RecordSet<
    VendorPrepaymentApplicationInput,
    VendorPrepaymentApplication,
    VendorPrepaymentApplicationInput | Archiving,
    VendorPrepaymentApplicationQuery
  >
  /** Money paid to a vendor in advance. It is applied to bills later, or refunded. */
  readonly vendorPrepayments: RecordSet<
    VendorPrepaymentInput,
    VendorPrepayment,
    VendorPrepaymentInput | Archiving,
    VendorPrepaymentQuery
  >
  /** A vendor pays back the balance of credits and prepayments. */
  readonly vendorRefunds: RecordSet<
    VendorRefundInput,
    VendorRefund,
    VendorRefundInput | Archiving,
    VendorRefundQuery
  >
  /** Suppliers of goods and services. */
  readonly vendors: RecordSet<VendorInput, Vendor, Partial<VendorInput>, VendorQuery, VendorEntry>
}
