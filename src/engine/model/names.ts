// Written by `npm run types` from the definitions in src/resources.

/** The members of `simulator.records`. */
export type RecordName =
  | 'accounts' | 'approvalPolicies' | 'bankTransfers' | 'bills' | 'budgets' | 'cashSales'
  | 'classificationLines' | 'classifications' | 'companies' | 'contracts' | 'customerCredits'
  | 'customerDeposits' | 'customerPayments' | 'customerPrepaymentApplications' | 'customerPrepayments'
  | 'customerRefunds' | 'customers' | 'directExpenses' | 'fixedAssets' | 'invoices' | 'items'
  | 'journalEntries' | 'paperChecks' | 'purchaseOrders' | 'recurringBills' | 'recurringInvoices'
  | 'recurringJournalEntries' | 'salesOrders' | 'terms' | 'vendorCredits' | 'vendorPayments'
  | 'vendorPrepaymentApplications' | 'vendorPrepayments' | 'vendorRefunds' | 'vendors'

/** An ISO 4217 code. */
export type CurrencyCode =
  | 'AED' | 'AFN' | 'ALL' | 'AMD' | 'ANG' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT'
  | 'BGN' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD'
  | 'CDF' | 'CHF' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP'
  | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF'
  | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD'
  | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP'
  | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR'
  | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB'
  | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD'
  | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLL' | 'SOS' | 'SRD' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB'
  | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'UYU' | 'UZS'
  | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XAG' | 'XAU' | 'XCD' | 'XDR' | 'XOF' | 'XPD' | 'XPF' | 'XPT'
  | 'YER' | 'ZAR' | 'ZMW' | 'ZWL'

/** A permission of an API key (docs/service.md §6). */
export type Permission =
  | 'INTEGRATION' | 'INTEGRATION:create' | 'INTEGRATION:view' | 'INTEGRATION:edit' | 'INTEGRATION:archive'
  | 'READ_ONLY'

/** A subscription grants access to one of these groups (docs/service.md §6). */
export type SubscriptionGroup =
  | 'accounts' | 'approvalPolicies' | 'bankTransfers' | 'bills' | 'budgets' | 'cashSales'
  | 'classificationLines' | 'classifications' | 'companies' | 'contracts' | 'customerCredits'
  | 'customerDeposits' | 'customerPayments' | 'customerPrepaymentApplications' | 'customerPrepayments'
  | 'customerRefunds' | 'customers' | 'directExpenses' | 'fixedAssets' | 'health' | 'inbox' | 'invoices'
  | 'items' | 'journalEntries' | 'paperChecks' | 'purchaseOrders' | 'recurringBills' | 'recurringInvoices'
  | 'recurringJournalEntries' | 'salesOrders' | 'terms' | 'vendorCredits' | 'vendorPayments'
  | 'vendorPrepaymentApplications' | 'vendorPrepayments' | 'vendorRefunds' | 'vendors' | 'webhooks'

/** A record type in the singular, as custom fields name it. */
export type RecordKind =
  | 'account' | 'bank_transfer' | 'bill' | 'budget' | 'cash_sale' | 'classification' | 'classification_line'
  | 'company' | 'contract' | 'customer' | 'customer_credit' | 'customer_deposit' | 'customer_payment'
  | 'customer_prepayment' | 'customer_prepayment_application' | 'customer_refund' | 'direct_expense'
  | 'fixed_asset' | 'invoice' | 'item' | 'journal_entry' | 'paper_check' | 'purchase_order' | 'recurring_bill'
  | 'recurring_invoice' | 'recurring_journal_entry' | 'sales_order' | 'term' | 'vendor' | 'vendor_credit'
  | 'vendor_payment' | 'vendor_prepayment' | 'vendor_prepayment_application' | 'vendor_refund' | 'workflow'

/** The type of the values of a custom field. */
export type CustomFieldKind =
  | 'text' | 'number' | 'currency' | 'date' | 'boolean' | 'single_select' | 'multi_select' | 'link'
  | 'paragraph'
