import { amountText, type Decimal, decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { itemAccountNumber } from '../ledger/accounts'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/**
 * Lines whose amounts follow from quantity, rate and tax; the record's amount is their sum (docs/service.md
 * §1.1).
 */
export const priced: Capability = {
  name: 'priced',
  rests: [
    'tax-amount',
    'purchase-item-account',
    'input-tax',
    'item-needs-account',
    'negative-values',
    'line-order',
    'line-ids',
    'amount-rendering',
  ],
  appliesTo: (definition) => definition.priced !== undefined,
  columns: () => ({ amount: '0.00' }),
  lineColumns: (definition, member) =>
    definition.priced?.lines.includes(member)
      ? { net_amount: '0.00', tax_amount: '0.00', amount: '0.00' }
      : {},

  state(work) {
    checkLineCompanies(work)
    if (work.isPosted) checkItemAccounts(work)
  },

  amounts(work) {
    const lines = (work.definition.priced?.lines ?? []).flatMap((member) => draftLinesOf(work.draft, member))
    for (const line of lines) price(work, line)
    work.draft.amount = amountText(sum(lines.map((line) => decimalOf(line, 'amount'))))
  },
}

function price(work: Work, line: Draft): void {
  const net = work.round(decimalOf(line, 'quantity').times(decimalOf(line, 'rate')))
  const tax = (line.tax ?? null) as Row | null
  const taxAmount = tax ? lineTax(work, tax, net) : zero
  line.net_amount = amountText(net)
  line.tax_amount = amountText(taxAmount)
  line.amount = amountText(net.plus(taxAmount))
  if ('gross_amount' in line) line.gross_amount = line.amount
  if (tax) line.tax = { ...tax, amount: taxAmount.toNumber() }
}

/** The client's amount as sent, else the percentage of what is not exempt (docs/service.md §2.4). */
function lineTax(work: Work, tax: Row, net: Decimal): Decimal {
  if (tax.is_taxable === false) return zero
  if (tax.amount !== null && tax.amount !== undefined) return work.round(decimal(tax.amount as number))
  const taxed = net.minus(decimal(tax.tax_exempt_amount as number))
  return work.round(taxed.times(decimal(tax.rate as number)).dividedBy(100))
}

function checkItemAccounts(work: Work): void {
  const { side, lines } = work.definition.priced ?? { side: 'sale', lines: [] }
  for (const member of lines)
    for (const [index, line] of draftLinesOf(work.draft, member).entries()) {
      const item = work.find('items', 'id', line.item_id)
      if (item && itemAccountNumber(work, item, side) === null)
        work.problems.add(member, texts.line(index, texts.itemAccount(item.id)))
    }
}

/** A line can only be for the company of its record (docs/service.md §4.1). */
function checkLineCompanies(work: Work): void {
  for (const member of work.definition.priced?.lines ?? [])
    for (const [index, { company_id: company }] of draftLinesOf(work.draft, member).entries())
      if (company !== undefined && company !== null && company !== work.draft.company_id)
        work.problems.add(member, texts.line(index, texts.mismatch('Company', company, 'company')))
}
