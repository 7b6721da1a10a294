import { centsText } from '../../kernel/cents'
import { memoize } from '../../kernel/memoize'
import type { Change, Row } from '../../kernel/store'
import { net } from '../ledger/ledger'
import { settingOf } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { findRecord } from '../model/find-record'
import { centsOf, idsOf, linesOf, totalOf } from '../model/row'
import { LEDGER } from '../model/tables'
import type { Settlement } from '../schema/define'
import { settlementOf } from '../settlement/documents'
import { eachValueAt } from '../write/references'
import { assetsAreWorthWhatIsLeft, depreciationAddsUp, recognitionAddsUp } from './adds-up'
import { type AffectedBooks, affectedBooks } from './affected-books'
import {
  type AuditScope,
  type BrokenInvariant,
  type Finding,
  finding,
  rowsWith,
  whereOf,
  wholeBooks,
} from './audit-scope'
import {
  accountsServeTheirCompany,
  amountsFit,
  bankLinesAreInTheirCurrency,
  bankPartsAddUp,
  datesAreInOrder,
  exemptionsAreWithinTheNet,
  namedDocumentsArePosted,
  partiesAreKnown,
} from './check-documents'
import { billingAddsUp, contractsEnd, deferredTiesOut, obligationsAddUp, usageAddsUp } from './contract-ties'
import { controlsEqualOpenDocuments } from './control-accounts'
import { terminationsAreSettled } from './terminations'
import { addTo, type Tie, type Totals, untied } from './tie'

/** A rule for the rows of a scope, or two sums over them that must be equal. */
export type Invariant = ((scope: AuditScope) => Iterable<Finding>) | Tie

/** Every ledger transaction has equal debits and credits. */
function* debitsEqualCredits(scope: AuditScope): Iterable<Finding> {
  for (const one of scope.rows(LEDGER)) {
    const difference = net(one.lines)
    if (difference !== 0n)
      yield {
        where: `ledger transaction ${one.id}`,
        text: `debits exceed credits by ${centsText(difference)}`,
      }
  }
}

const settleable = (scope: AuditScope) => rowsWith(scope, ({ balance }) => balance)

/** Settled and open amount of a document add up to its amount; an archived one has nothing open. */
function* openIsAmountLessTaken(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of settleable(scope)) {
    const balance = settingOf(definition, 'balance')
    const open = centsOf(row, balance.open)
    const expected =
      row.record_status === 'archived' ? 0n : centsOf(row, 'amount') - centsOf(row, balance.applied)
    if (open !== expected)
      yield finding(definition, row, `${balance.open} is ${centsText(open)}, not ${centsText(expected)}`)
  }
}

/** Neither the settled nor the open amount of a document is negative. */
function* openIsNeverNegative(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of settleable(scope)) {
    const { applied, open } = settingOf(definition, 'balance')
    for (const column of [applied, open])
      if (centsOf(row, column) < 0n)
        yield finding(definition, row, `${column} is negative: ${String(row[column])}`)
  }
}

/** The settled amount of a document equals what posted records took from it. */
const takenIsWhatLinesTook: Tie = {
  sides(context) {
    const [taken, took]: [Totals, Totals] = [new Map(), new Map()]
    for (const { definition, row } of settleable(context))
      addTo(taken, whereOf(definition, row), centsOf(row, settingOf(definition, 'balance').applied))
    const { registry } = context.world
    const count = (row: Row, kinds: readonly Settlement[]): void => {
      const kind = settlementOf(row, kinds)
      if (!kind) return
      const subject = `${registry.type(kind.settles).definition.model} ${String(row[kind.by])}`
      // A document that does not exist is another finding.
      if (taken.has(subject)) addTo(took, subject, centsOf(row, 'amount'))
    }
    for (const { name, settles } of context.types) {
      if (!settles) continue
      for (const row of context.rows(name)) {
        if (row.record_status !== 'posted') continue
        count(row, settles.sources ?? [])
        for (const line of linesOf(row, settles.lines)) count(line, settles.references)
      }
    }
    return [taken, took]
  },
  tell: (taken, took) => `${centsText(taken)} of it is taken, lines took ${centsText(took)}`,
}

/** Each ledger transaction is listed by its record, and a record lists none that does not exist. */
function* recordsAndLedgerAgree(scope: AuditScope): Iterable<Finding> {
  const { world } = scope
  const owners = new Map<number, string>()
  for (const { definition, row } of rowsWith(scope, ({ posts }) => posts))
    for (const id of idsOf(row, 'transaction_ids')) owners.set(id, `${definition.name} ${String(row.number)}`)
  for (const one of scope.rows(LEDGER)) {
    const expected = `${one.record_type} ${one.record_number}`
    if (owners.get(one.id) !== expected)
      yield { where: `ledger transaction ${one.id}`, text: `${expected} does not list it` }
    owners.delete(one.id)
    const reversed =
      one.reverses === null ? one : world.store.table(scope.organization, LEDGER).get(one.reverses)
    if (reversed?.record_type !== one.record_type || reversed.record_number !== one.record_number)
      yield {
        where: `ledger transaction ${one.id}`,
        text: `${String(one.reverses)} is none that it can reverse`,
      }
  }
  for (const [id, owner] of owners) yield { where: owner, text: `ledger transaction ${id} does not exist` }
}

/** Amounts of records equal the sums of their lines. */
function* amountsAreSums(scope: AuditScope): Iterable<Finding> {
  for (const { definition, row } of rowsWith(scope, ({ priced }) => priced)) {
    const lines = settingOf(definition, 'priced').lines.flatMap((member) => linesOf(row, member))
    const expected = totalOf(lines, 'amount')
    if (expected !== centsOf(row, 'amount'))
      yield finding(definition, row, `amount is ${String(row.amount)}, its lines make ${centsText(expected)}`)
  }
}

/** Every reference of a record and its lines leads to a record, or to a line of one. */
function* referencesExist(scope: AuditScope): Iterable<Finding> {
  const { world } = scope
  for (const definition of scope.types) {
    const { references, lineNames } = world.registry.type(definition.name)
    for (const row of scope.rows(definition.name)) {
      const missing: string[] = []
      for (const path of lineNames)
        eachValueAt(row, path, (id) => {
          if (!scope.hasLine(id)) missing.push(`line ${String(id)}`)
        })
      for (const { path, resource, by } of references)
        eachValueAt(row, path, (value) => {
          if (!findRecord(scope, resource, by, value)) missing.push(`${path.join('.')} ${String(value)}`)
        })
      for (const what of missing) yield finding(definition, row, `${what} does not exist`)
    }
  }
}

/** Invariants of the books after every write (§12). */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'debits equal credits': debitsEqualCredits,
  'open is amount less taken': openIsAmountLessTaken,
  'open is never negative': openIsNeverNegative,
  'taken is what lines took': takenIsWhatLinesTook,
  'control accounts equal open documents': controlsEqualOpenDocuments,
  'records and ledger agree': recordsAndLedgerAgree,
  'amounts are sums': amountsAreSums,
  'references exist': referencesExist,
  'accounts serve their company': accountsServeTheirCompany,
  'parties are known': partiesAreKnown,
  'dates are in order': datesAreInOrder,
  'bank parts add up': bankPartsAddUp,
  'bank lines are in their currency': bankLinesAreInTheirCurrency,
  'amounts fit': amountsFit,
  'exemptions are within the net': exemptionsAreWithinTheNet,
  'named documents are posted': namedDocumentsArePosted,
  'depreciation adds up': depreciationAddsUp,
  'assets are worth what is left': assetsAreWorthWhatIsLeft,
  'recognition adds up': recognitionAddsUp,
  'deferred revenue ties out': deferredTiesOut,
  'billing adds up': billingAddsUp,
  'obligations add up': obligationsAddUp,
  'usage adds up': usageAddsUp,
  'contracts end': contractsEnd,
  'terminations are settled': terminationsAreSettled,
}

const NAMED_INVARIANTS = Object.entries(INVARIANTS)

export function checkBooks(scope: Scope): BrokenInvariant[] {
  const books = wholeBooks(scope)
  return findings((one) => findingsIn(one, books))
}

/** Checks what a write may have broken in sound books. If anything is broken, the whole books are checked. */
export function checkChanges(scope: Scope, changes: readonly Change[], isNewDay: boolean): BrokenInvariant[] {
  const found = newFindings(scope, changes, isNewDay)
  if (found.length === 0) return []
  const whole = checkBooks(scope)
  return whole.length === 0 ? found : whole
}

/** The findings that a write has caused. */
export function newFindings(scope: Scope, changes: readonly Change[], isNewDay: boolean): BrokenInvariant[] {
  const affected = affectedBooks(scope, changes, isNewDay)
  if (!affected) return checkBooks(scope)
  const { now, before, tables } = affected
  return findings((one) => findingsIn(one, now, before), readersOf(now, tables))
}

const findingsIn = (one: Invariant, books: AuditScope, before?: AuditScope): Iterable<Finding> =>
  typeof one === 'function' ? one(books) : untied(one, books, before)

function findings(
  find: (one: Invariant) => Iterable<Finding>,
  among: typeof NAMED_INVARIANTS = NAMED_INVARIANTS,
): BrokenInvariant[] {
  const found: BrokenInvariant[] = []
  for (const [invariant, one] of among) for (const finding of find(one)) found.push({ invariant, ...finding })
  return found
}

/** The invariants that read rows of one of these tables. The other invariants have no row to check. */
function readersOf(books: AuditScope, tables: AffectedBooks['tables']): typeof NAMED_INVARIANTS {
  const names = [...tables.keys()]
  return NAMED_INVARIANTS.filter(([, one]) => names.some((name) => tablesReadBy(one, books).has(name)))
}

const tablesRead = memoize((_: World['registry']) => new Map<Invariant, ReadonlySet<string>>())

/**
 * Runs an invariant on empty books to see which tables it reads, because a list by hand could lack one and
 * hide a fault. An invariant must therefore ask for its rows unconditionally: neither assumptions nor other
 * rows may decide it.
 */
function tablesReadBy(one: Invariant, books: AuditScope): ReadonlySet<string> {
  const known = tablesRead(books.world.registry)
  const found = known.get(one)
  if (found) return found
  const seen = new Set<string>()
  const rows: AuditScope['rows'] = (table) => {
    seen.add(table)
    return []
  }
  Array.from(findingsIn(one, { ...books, types: books.world.registry.everything, rows }))
  known.set(one, seen)
  return seen
}
