import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { readProjectFile } from '../tidy/source-tree'

/** What docs/service.md lists, against the OpenAPI document, and both ways. */
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
}

const { components, paths } = createSimulator().openapi() as unknown as {
  components: { schemas: Readonly<Record<string, Schema>> }
  paths: Readonly<Record<string, object>>
}
const page = readProjectFile('docs/service.md')

/** What stands below the heading of a section, without its parts. */
function section(number: string): string {
  const [, text = ''] = page.split(new RegExp(`^#{2,4} ${number.replaceAll('.', '\\.')} .*$`, 'm'))
  return text.split(/^#{2,4} /m)[0] ?? ''
}

/** Every member, and every value of a list, however deep. */
function wordsOf(names: readonly string[]): { members: Set<string>; values: Set<string> } {
  const [members, values, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (one: Schema): void => {
    for (const value of one.enum ?? []) values.add(String(value))
    const name = one.$ref?.split('/').at(-1)
    if (name !== undefined && !seen.has(name)) {
      seen.add(name)
      add(components.schemas[name] ?? {})
    }
    for (const [member, of] of Object.entries(one.properties ?? {})) {
      members.add(member)
      add(of)
    }
    for (const of of [...(one.anyOf ?? []), ...(one.items ? [one.items] : [])]) add(of)
  }
  for (const name of names) add(components.schemas[name] ?? expect.fail(name))
  return { members, values }
}

/** `tin = ""`, `items[]?` and `id` are members; `"12.00"`, `/bills/` and `invoices[].paid_total` are not. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]\w*)(?:\[\])?\??(?: = [^`]*)?`/g)].map(([, name = '']) => name)

/** The members that the shared sections describe once for all records. */
const SHARED = new Set(
  ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '4', '4.1', '11.1', '11.3'].flatMap((one) =>
    namesIn(section(one)),
  ),
)

/** Members of other records that a section speaks of. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  '4.4': ['journal_entry_line_id', 'intercompany_journal_entry_line_id'],
  '4.6.17': ['name_on_check'],
  // Conditions are objects of any form to the document.
  '13.1': ['contracted', 'milestones', 'percentage', 'achieved_date', 'tiers', 'up_to', 'release_date'],
}

/** Sections that describe a part of a record further. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  '4.6.8': ['4.2', '4.4', '4.6.1'],
  '13.1': ['13.4', '13.5'],
}

/** The sections that list the members of records, with the names of their schemas. */
const SECTIONS: readonly (readonly [number: string, ...schemas: string[]])[] = [
  ['3.1', 'Company'],
  ['3.2', 'Account'],
  ['3.3', 'Item', 'ItemInput'],
  ['3.4', 'Classification', 'ClassificationInput', 'ClassificationLine'],
  ['3.5', 'Customer', 'CustomerEntry', 'CustomerInput', 'CustomerChange'],
  ['3.6', 'Vendor', 'VendorEntry', 'VendorInput', 'VendorChange'],
  ['4.2', 'Invoice', 'InvoiceInput'],
  ['4.3', 'CustomerPayment', 'CustomerPaymentInput'],
  ['4.4', 'JournalEntry', 'JournalEntryInput'],
  ['4.6.1', 'Bill', 'BillInput'],
  ['4.6.2', 'VendorPayment', 'VendorPaymentInput'],
  ['4.6.3', 'CustomerPrepayment', 'CustomerPrepaymentInput'],
  ['4.6.4', 'CustomerPrepaymentApplication', 'CustomerPrepaymentApplicationInput'],
  ['4.6.5', 'CustomerCredit', 'CustomerCreditInput'],
  ['4.6.6', 'CustomerRefund', 'CustomerRefundInput'],
  ['4.6.7', 'CashSale', 'CashSaleInput'],
  ['4.6.8', 'RecurringInvoice', 'RecurringInvoiceInput', 'RecurringBill', 'RecurringJournalEntryInput'],
  ['4.6.9', 'SalesOrder', 'SalesOrderInput', 'PurchaseOrder', 'PurchaseOrderInput'],
  ['4.6.10', 'DirectExpense', 'DirectExpenseInput'],
  ['4.6.11', 'BankTransfer', 'BankTransferInput'],
  ['4.6.12', 'CustomerDeposit', 'CustomerDepositInput'],
  [
    '4.6.13',
    'VendorPrepayment',
    'VendorPrepaymentInput',
    'VendorPrepaymentApplication',
    'VendorPrepaymentApplicationInput',
  ],
  ['4.6.14', 'VendorCredit', 'VendorCreditInput', 'VendorRefund', 'VendorRefundInput'],
  ['4.6.15', 'Budget'],
  ['4.6.16', 'FixedAsset', 'FixedAssetInput'],
  [
    '4.6.17',
    'PaperCheck',
    'PrintPaperCheckNowResponse',
    'PrintPaperCheckBatchRequest',
    'PrintPaperCheckBatchResponse',
  ],
  ['13.1', 'Contract', 'ContractInput'],
]

test.each(SECTIONS)('docs/service.md §%s lists the members of %s, and nothing else', (number, ...schemas) => {
  const listed = new Set(namesIn(section(number)))
  const known = new Set([
    ...listed,
    ...SHARED,
    ...(FURTHER[number] ?? []).flatMap((one) => namesIn(section(one))),
  ])
  const { members, values } = wordsOf(schemas)
  const missing = [...members].filter((name) => !known.has(name))
  const others = new Set([...members, ...values, ...SHARED, ...(OTHERS[number] ?? [])])
  const unknown = [...listed].filter((name) => !others.has(name))
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] })
})

/** The paths of tables, with their operations where the table names them. */
const VERBS: Readonly<Record<string, readonly [verb: string, isItem: boolean]>> = {
  list: ['get', false],
  create: ['post', false],
  get: ['get', true],
  update: ['put', true],
  delete: ['delete', true],
}

test('docs/service.md §5.3 and §5.5 list the operations below /public/v1, and nothing else', () => {
  const written = new Set<string>()
  const rows = [...section('5.3').split('\n'), ...section('5.5').split('\n')].filter((row) =>
    /^\|.*`\//.test(row),
  )
  for (const row of rows) {
    if (!/\b(list|all)\b/.test(row)) continue
    const verbs = /\ball\b/.test(row)
      ? Object.keys(VERBS)
      : Object.keys(VERBS).filter((verb) => new RegExp(`\\b${verb}\\b`).test(row))
    for (const [, path = ''] of row.matchAll(/`(\/[a-z/-]+\/)`/g)) {
      if (/print/.test(path)) continue
      for (const verb of verbs) {
        const [method, isItem] = VERBS[verb] ?? expect.fail(verb)
        written.add(`${method} ${path}${isItem ? '{}/' : ''}`)
      }
      if (/\battach\b/.test(row)) written.add(`post ${path}{}/attachments/`)
    }
  }
  const served = Object.entries(paths)
    .filter(([path]) => path.startsWith('/public/v1/') && !/workflows|inbox|usage|print/.test(path))
    .flatMap(([path, of]) =>
      Object.keys(of).map((method) => `${method} ${path.slice(10).replace(/\{\w+\}/g, '{}')}`),
    )
  expect([...written].sort()).toEqual(served.sort())
})

test('docs/service.md §2.8 lists the currencies, and nothing else', () => {
  const codes = [...section('2.8').matchAll(/\b[A-Z]{3}\b/g)].map(([code]) => code)
  expect([...new Set(codes)].sort()).toEqual([...(components.schemas.Currency?.enum ?? [])].sort())
})

test('docs/service.md §3.8 lists the accounts of the preset world, and nothing else', () => {
  const rows = [
    ...section('3.8').matchAll(/^\| (\d{4}) \| (.+?)(?: \([A-Z]{3}\))? \| (•?) ?\| `(\w+)` \|$/gm),
  ]
  const written = rows.map(([, number, name, mark, type]) => [
    Number(number),
    name,
    mark === '•' ? name : null,
    type,
  ])
  const { records } = createSimulator()
  const kept = records.accounts

    .findMany({})
    .map(({ number, name, system_ref, account_type }) => [
      number,
      name.replace(/ \([A-Z]{3}\)$/, ''),
      system_ref ?? null,
      account_type,
    ])
  expect(written).toEqual(kept)
})
