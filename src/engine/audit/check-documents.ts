/** Checks every posted record, and the records that it names (§4.5, §12). */
import { type Decimal, decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { accountLinesIn, PARTY_OF } from '../ledger/control-lines'
import { settingOf } from '../model/compiled-type'
import { findRecord } from '../model/find-record'
import { decimalOf, linesOf, taxOf } from '../model/row'
import { ACCOUNTS, LEDGER } from '../model/tables'
import type { Definition } from '../schema/define'
import { largeColumns } from '../write/amount-limits'
import { type AuditScope, type Finding, finding, rowsWith } from './audit-scope'

/** No transaction uses an account of another company. */
export function* accountsServeTheirCompany(scope: AuditScope): Iterable<Finding> {
  const accounts = scope.world.store.table(scope.organization, ACCOUNTS)
  for (const { id, company_id, lines } of scope.rows(LEDGER))
    for (const { account_number } of lines) {
      const owner = accounts.get(account_number)?.company_id ?? null
      if (owner !== null && owner !== company_id)
        yield {
          where: `ledger transaction ${id}`,
          text: `account ${account_number} is of company ${String(owner)}, the transaction of ${company_id}`,
        }
    }
}

/** A posted record has the counterparty that it can name, and a line on a control account its party. */
export function* partiesAreKnown(scope: AuditScope): Iterable<Finding> {
  const isChecked = ({ generated, document, posts }: Definition) => !generated && document && posts
  for (const { definition, row } of rowsWith(scope, isChecked, 'posted')) {
    const { counterparty = '' } = definition.document ?? {}
    const { presence = 'none' } = definition.fields[counterparty] ?? {}
    if (presence !== 'none' && row[counterparty] === null)
      yield finding(definition, row, `${counterparty} is missing`)
    for (const { member, account } of accountLinesIn(definition)) {
      if (account.kind !== 'named') continue
      for (const line of linesOf(row, member)) {
        const named = findRecord(scope, ACCOUNTS, 'number', line[account.column])
        const party = PARTY_OF[String(named?.system_ref)]
        if (party && (line[party] ?? null) === null)
          yield finding(definition, row, `a line on ${String(named?.system_ref)} has no ${party}`)
      }
    }
  }
}

/** If dates are compared, no document is settled or deposited before its date. */
export function* datesAreInOrder(scope: AuditScope): Iterable<Finding> {
  const takesDocuments = ({ settles, deposits }: Definition) => settles ?? deposits
  for (const { definition, row } of rowsWith(scope, takesDocuments, 'posted')) {
    if (scope.world.assumptions.read('line-date-validation') === 'ignore') return
    const { settles, deposits } = definition
    if (settles?.datesCompared !== undefined && row[settles.datesCompared] !== true) continue
    const kinds = [
      ...(settles?.references ?? []).map(({ by, settles, key }) => ({ by, resource: settles, key })),
      ...(settles?.sources ?? []).map(({ by, settles, key }) => ({ by, resource: settles, key })),
      ...(deposits?.sources ?? []).map(({ by, resource }) => ({ by, resource, key: undefined })),
    ]
    for (const taker of [row, ...linesOf(row, settles?.lines ?? deposits?.lines ?? '')])
      for (const { by, resource, key = 'number' } of kinds) {
        const document = findRecord(scope, resource, key, taker[by] ?? null)
        if (document && String(document.date) > String(row.date))
          yield finding(
            definition,
            row,
            `it takes from ${resource} ${String(taker[by])} of ${String(document.date)}`,
          )
      }
  }
}

/**
 * Bank amounts of lines and of the unassigned part add up to the record's bank amount. A required one is
 * 0.00 only if the amount is.
 */
export function* bankPartsAddUp(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ money }) => money, 'posted')) {
    const { settles, priced, money, fields } = definition
    const { bankAmount = '', lineBankAmount } = money ?? {}
    const total = decimalOf(row, bankAmount)
    if (fields[bankAmount]?.presence === 'required' && total.eq(0) && !decimalOf(row, 'amount').eq(0))
      yield finding(definition, row, `${bankAmount} is 0.00 for ${String(row.amount)}`)
    const lines = linesOf(row, settles?.lines ?? priced?.lines[0] ?? '')
    if (!lineBankAmount || lines.length === 0) continue
    const parts = lines.map((line) => signed(line, decimalOf(line, lineBankAmount)))
    if (settles?.unassigned) parts.push(decimalOf(row, settles.unassigned))
    if (!sum(parts).eq(total))
      yield finding(
        definition,
        row,
        `${bankAmount} is ${total.toFixed(2)}, its parts make ${sum(parts).toFixed(2)}`,
      )
  }
}

/** A line that reduces the record's total is subtracted. */
const signed = (line: Row, part: Decimal): Decimal => {
  const isTurned =
    line.signed_amount !== undefined &&
    decimalOf(line, 'signed_amount').lt(0) !== decimalOf(line, 'amount').lt(0)
  return isTurned ? part.neg() : part
}

/** No amount has more digits than a request may send. */
export function* amountsFit(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ document }) => document, 'posted')) {
    const type = scope.world.registry.type(definition.name)
    for (const column of largeColumns(type, row))
      yield finding(definition, row, `${column} has too many digits`)
  }
}

/** The tax-exempt amount of a line is part of its net amount. */
export function* exemptionsAreWithinTheNet(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ priced }) => priced, 'posted'))
    for (const line of settingOf(definition, 'priced').lines.flatMap((member) => linesOf(row, member))) {
      const tax = taxOf(line)
      if (!tax) continue
      const exempt = decimal(tax.tax_exempt_amount ?? 0)
      const net = decimalOf(line, 'net_amount')
      const [least, most] = net.lt(0) ? [net, zero] : [zero, net]
      if (exempt.lt(least) || exempt.gt(most))
        yield finding(definition, row, `${exempt.toFixed(2)} of ${net.toFixed(2)} is exempt`)
    }
}

/** A posted record refers to no draft, unless the draft waits for an approval. */
export function* namedDocumentsArePosted(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ refersTo }) => refersTo, 'posted'))
    for (const { by, resource } of settingOf(definition, 'refersTo')) {
      const document = findRecord(scope, resource, 'number', row[by] ?? null)
      if (document?.record_status === 'draft' && document.approval_status !== 'pending')
        yield finding(definition, row, `${by} ${String(row[by])} is a draft`)
    }
}

/** A journal line on a bank account is in that account's currency or in the company's (§4.4). */
export function* bankLinesAreInTheirCurrency(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ journal }) => journal, 'posted')) {
    const company = findRecord(scope, 'companies', 'id', row.company_id)
    for (const { account_number } of linesOf(row, definition.journal?.lines ?? '')) {
      const currency = findRecord(scope, 'accounts', 'number', account_number)?.currency_iso_4217_code
      const known = [currency, company?.currency_iso_4217_code]
      if (currency && !known.includes(row.currency_iso_4217_code))
        yield finding(
          definition,
          row,
          `a line on account ${String(account_number)} is not in ${String(currency)}`,
        )
    }
  }
}
