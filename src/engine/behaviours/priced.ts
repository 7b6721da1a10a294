import { type Cents, cents, centsText, product } from '../../kernel/cents'
import { decimal, type Rounding } from '../../kernel/money'
import { accountOfItem } from '../ledger/accounts'
import { messages, onLine } from '../model/refusals'
import { eachLine, type LineTaxRow, type MutableRow, mutableLinesOf, taxOf, textOf } from '../model/row'
import { ITEMS } from '../model/tables'
import { hasProblems, isEdit, isNegative, isPurchase, isTaxed, on } from '../write/assumptions'
import { defineBehaviour } from '../write/behaviour'
import { isUnchangedLine } from '../write/lines'
import type { Write } from '../write/write'

/** Line amounts from quantity, rate and tax; the record's amount is their sum (§1.1). */
export const priced = defineBehaviour('priced', 'priced', {
  restsOn: [
    'line-order',
    'line-ids',
    'amount-rendering',
    on(isTaxed, 'tax-amount'),
    on((write) => isEdit(write) && isTaxed(write), 'put-tax'),
    on((write) => isPurchase(write) && isTaxed(write), 'input-tax'),
    on(isPurchase, 'purchase-item-account'),
    on(hasProblems, 'item-needs-account'),
    on(isNegative, 'negative-values'),
  ],
  columns: () => ({ amount: '0.00' }),
  lineColumns: ({ lines }, member) =>
    lines.includes(member) ? { net_amount: '0.00', tax_amount: '0.00', amount: '0.00' } : {},

  state(write, { lines, side }) {
    checkLineCompanies(write, lines)
    if (write.isPosted) checkItemAccounts(write, lines, side)
  },

  amounts(write, { lines }) {
    const rounding = write.world.assumptions.read('rounding')
    let total = 0n
    for (const member of lines)
      for (const line of mutableLinesOf(write.after, member)) total += price(write, line, rounding)
    for (const member of lines) checkExempt(write, member)
    if (write.world.assumptions.peek('negative-values') === 'never')
      for (const member of lines) checkNotNegative(write, member)
    write.after.amount = centsText(total)
  },
})

/** Sets the amounts of a line and returns the total with tax. */
function price(write: Write, line: MutableRow, rounding: Rounding): Cents {
  const net = product(textOf(line, 'quantity'), textOf(line, 'rate'), rounding)
  const tax = taxOf(line)
  const taxAmount = tax ? lineTax(write, tax, net) : 0n
  line.net_amount = centsText(net)
  line.tax_amount = taxAmount === 0n ? NO_TAX : centsText(taxAmount)
  line.amount = taxAmount === 0n ? line.net_amount : centsText(net + taxAmount)
  if ('gross_amount' in line) line.gross_amount = line.amount
  if (tax) line.tax = { ...tax, amount: Number(line.tax_amount) }
  return net + taxAmount
}

const NO_TAX = '0.00'

/** The tax amount as sent; otherwise the percentage of the taxable amount (§2.4). */
function lineTax(write: Write, tax: LineTaxRow, net: Cents): Cents {
  if (tax.is_taxable === false) return 0n
  const { amount: sent = null, rate, tax_exempt_amount: exempt } = tax
  if (sent !== null && write.world.assumptions.read('tax-amount') === 'sent-or-computed')
    return cents(write.roundedText(decimal(sent)))
  const taxed = decimal(centsText(net)).minus(decimal(exempt))
  return cents(write.roundedText(taxed.times(decimal(rate)).div(100)))
}

/** The tax-exempt amount must be part of the net amount. */
function checkExempt(write: Write, member: string): void {
  eachLine(write.after, member, (line, index) => {
    const given = taxOf(line)?.tax_exempt_amount ?? 0
    if (given === 0) return
    const exempt = decimal(given)
    const net = textOf(line, 'net_amount')
    const [least, most] = net.startsWith('-') ? [net, '0.00'] : ['0.00', net]
    const text = exempt.lt(least) ? messages.atLeast(least) : exempt.gt(most) && messages.atMost(most)
    if (text) write.problems.add(member, onLine(index, text))
  })
}

/** Used only if an assumption rules out negative quantities and rates (§1.1). */
function checkNotNegative(write: Write, member: string): void {
  for (const [index, line] of mutableLinesOf(write.after, member).entries())
    if ([line.quantity, line.rate].some((value) => String(value).startsWith('-')))
      write.problems.add(member, onLine(index, messages.atLeast(0)))
}

function checkItemAccounts(write: Write, members: readonly string[], side: 'sale' | 'purchase'): void {
  for (const member of members)
    eachLine(write.after, member, (line, index) => {
      const item = write.find(ITEMS, 'id', line.item_id)
      if (!item || isUnchangedLine(write, member, line)) return
      const account = accountOfItem(write, item, side)
      const isRefused = account?.is_active === false && write.definition.posts && !write.isGenerated
      if (!account) write.problems.add(member, onLine(index, messages.itemAccount(item.id)))
      else if (isRefused)
        write.problems.add(member, onLine(index, messages.inactive('Account', account.number)))
    })
}

/** The company of a line must be the company of its record (§4.1). */
function checkLineCompanies(write: Write, members: readonly string[]): void {
  for (const member of members)
    eachLine(write.after, member, ({ company_id: company }, index) => {
      if (company !== undefined && company !== null && company !== write.after.company_id)
        write.problems.add(member, onLine(index, messages.mismatch('Company', company, 'company')))
    })
}
