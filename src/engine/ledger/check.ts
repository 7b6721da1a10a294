import { centsText } from '../../kernel/cents'
import { type Decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, linesOf } from '../model/row'
import type { World } from '../model/world'
import type { Settlement } from '../schema/define'
import { eachValueAt } from '../write/references'
import { depreciationAddsUp, recognitionAddsUp } from './adds-up'
import { controlsEqualOpenDocuments } from './control-accounts'
import { transactionsOf } from './entries'
import { net } from './ledger'

/** A rule of the books that does not hold, and where. */
export interface BrokenInvariant {
  readonly invariant: string
  readonly where: string
  readonly text: string
}

export type Finding = Omit<BrokenInvariant, 'invariant'>

type Invariant = (world: World, organization: string) => Iterable<Finding>

/** Every ledger transaction has equal debits and credits. */
function* debitsEqualCredits(world: World, organization: string): Iterable<Finding> {
  for (const one of transactionsOf(world, organization)) {
    const difference = net(one.lines)
    if (difference !== 0n)
      yield {
        where: `ledger transaction ${one.id}`,
        text: `debits exceed credits by ${centsText(difference)}`,
      }
  }
}

/** What was taken of a document and what is open make its amount; archived documents have nothing open. */
function* openIsAmountLessTaken(world: World, organization: string): Iterable<Finding> {
  for (const { model, identifier, balance, row } of settleable(world, organization)) {
    const [amount, taken, open] = [
      decimalOf(row, 'amount'),
      decimalOf(row, balance.taken),
      decimalOf(row, balance.open),
    ]
    const expected = row.record_status === 'archived' ? zero : amount.minus(taken)
    if (!open.equals(expected))
      yield {
        where: `${model} ${String(row[identifier])}`,
        text: `${balance.open} is ${open.toFixed(2)}, not ${expected.toFixed(2)}`,
      }
  }
}

/** Nothing is taken beyond what there was. */
function* openIsNeverNegative(world: World, organization: string): Iterable<Finding> {
  for (const { model, identifier, balance, row } of settleable(world, organization))
    for (const column of [balance.taken, balance.open])
      if (decimalOf(row, column).isNegative())
        yield {
          where: `${model} ${String(row[identifier])}`,
          text: `${column} is negative: ${String(row[column])}`,
        }
}

/** What a document says was taken is what posted records say they took. */
function* takenIsWhatLinesTook(world: World, organization: string): Iterable<Finding> {
  const took = new Map<string, Decimal>()
  const count = (row: Row, kinds: readonly Settlement[]): void => {
    const kind = kinds.find(({ by }) => (row[by] ?? null) !== null)
    if (!kind) return
    const key = `${kind.settles} ${String(row[kind.by])}`
    took.set(key, (took.get(key) ?? zero).plus(decimalOf(row, 'amount')))
  }
  for (const { name, settles } of world.registry.everything) {
    if (!settles) continue
    for (const row of world.store.table(organization, name).rows()) {
      if (row.record_status !== 'posted') continue
      count(row, settles.sources ?? [])
      for (const line of linesOf(row, settles.lines)) count(line, settles.references)
    }
  }
  for (const { name, model, identifier, balance, row } of settleable(world, organization)) {
    const id = String(row[identifier])
    const expected = took.get(`${name} ${id}`) ?? zero
    if (!decimalOf(row, balance.taken).equals(expected))
      yield {
        where: `${model} ${id}`,
        text: `${balance.taken} is ${String(row[balance.taken])}, lines took ${expected.toFixed(2)}`,
      }
  }
}

/** A posted record that moves money has its ledger transactions, and every transaction has its record. */
function* recordsAndLedgerAgree(world: World, organization: string): Iterable<Finding> {
  const owners = new Map<number, string>()
  for (const definition of world.registry.everything) {
    if (!definition.posts) continue
    for (const row of world.store.table(organization, definition.name).rows())
      for (const id of (row.transaction_ids ?? []) as readonly number[])
        owners.set(id, `${definition.name} ${String(row.number)}`)
  }
  for (const one of transactionsOf(world, organization)) {
    const expected = `${one.record_type} ${one.record_number}`
    if (owners.get(one.id) !== expected)
      yield { where: `ledger transaction ${one.id}`, text: `${expected} does not list it` }
    owners.delete(one.id)
  }
  for (const [id, owner] of owners) yield { where: owner, text: `ledger transaction ${id} does not exist` }
}

/** Amounts of records are the sums of their lines. */
function* amountsAreSums(world: World, organization: string): Iterable<Finding> {
  for (const definition of world.registry.everything) {
    const { priced } = definition
    if (!priced) continue
    for (const row of world.store.table(organization, definition.name).rows()) {
      const expected = sum(
        priced.lines.flatMap((member) => linesOf(row, member)).map((line) => decimalOf(line, 'amount')),
      )
      if (!expected.equals(decimalOf(row, 'amount')))
        yield {
          where: `${definition.model} ${String(row.number)}`,
          text: `amount is ${String(row.amount)}, its lines make ${expected.toFixed(2)}`,
        }
    }
  }
}

/** Every reference of every record, and of whatever it holds, leads to a record. */
function* referencesExist(world: World, organization: string): Iterable<Finding> {
  for (const definition of world.registry.everything) {
    const { references } = world.registry.type(definition.name)
    for (const row of world.store.table(organization, definition.name).rows())
      for (const { path, resource, by } of references) {
        const missing: unknown[] = []
        eachValueAt(row, path, (value) => {
          if (!hasRecord(world, organization, resource, by, value)) missing.push(value)
        })
        const where = `${definition.model} ${String(row[definition.identifier])}`
        for (const value of missing)
          yield { where, text: `${path.join('.')} ${String(value)} does not exist` }
      }
  }
}

function hasRecord(
  world: World,
  organization: string,
  resource: string,
  by: string,
  value: unknown,
): boolean {
  const target = world.registry.find(resource)
  const table = world.store.table(organization, resource)
  return target?.definition.identifier === by
    ? table.has(value as number)
    : table.find(by, value as number) !== undefined
}

function* settleable(world: World, organization: string) {
  for (const { name, model, identifier, balance } of world.registry.everything) {
    if (!balance) continue
    for (const row of world.store.table(organization, name).rows())
      yield { name, model, identifier, balance, row }
  }
}

/** What is true of the books between any two writes (docs/service.md §12). */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'debits equal credits': debitsEqualCredits,
  'open is amount less taken': openIsAmountLessTaken,
  'open is never negative': openIsNeverNegative,
  'taken is what lines took': takenIsWhatLinesTook,
  'control accounts equal open documents': controlsEqualOpenDocuments,
  'records and ledger agree': recordsAndLedgerAgree,
  'amounts are sums': amountsAreSums,
  'references exist': referencesExist,
  'depreciation adds up': depreciationAddsUp,
  'recognition adds up': recognitionAddsUp,
}

export const checkBooks = (world: World, organization: string): BrokenInvariant[] =>
  Object.entries(INVARIANTS).flatMap(([invariant, find]) =>
    [...find(world, organization)].map((finding) => ({ invariant, ...finding })),
  )
