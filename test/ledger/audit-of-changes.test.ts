import { createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { Assumptions } from '../../src/assumptions/assumptions'
import type { AuditScope } from '../../src/engine/audit/audit-scope'
import { areStillSound } from '../../src/engine/audit/auditor'
import { INVARIANTS } from '../../src/engine/audit/check'
import { untied } from '../../src/engine/audit/tie'
import type { Key, Row } from '../../src/kernel/store'
import { registry } from '../../src/resources/registry'
import { keyColumnOf } from '../../src/worlds/new-world'
import { booksIn, findingsAfter, type Rows, rewrite } from './both-audits'
import * as contracts from './contract-corruptions'
import * as documents from './document-corruptions'

const WORLDS = { 'documents and assets': documents, contracts }

/** docs/service.md §12: the audit of what a write changed finds what that of the whole books finds. */
describe.each(Object.entries(WORLDS))('%s', (_, { soundWorld }) => {
  test('any row that is gone, and any other value of any member at any depth', async () => {
    const scope = booksIn(await soundWorld())
    const { store } = scope.world
    const [differing, broken]: [string[], Set<string>] = [[], new Set()]
    const compare = (what: string, write: () => void): void => {
      try {
        for (const { invariant } of findingsAfter(scope, write)) broken.add(invariant)
      } catch (error) {
        differing.push(`${what}: ${(error as Error).message}`)
      }
    }
    for (const name of [...registry.everything.map((one) => one.name), ...FURTHER_TABLES]) {
      const table = store.table(scope.organization, name)
      for (const key of [...table.keys()].slice(0, ROWS)) {
        const row = table.getRequired(key)
        compare(`${name} ${key} is gone`, () => table.remove(key))
        for (const [what, altered] of alterations(row))
          compare(`${name} ${key} ${what}`, () => {
            if ((altered[keyColumnOf(registry)(name)] as Key) !== key) table.remove(key)
            table.put(altered)
          })
      }
    }
    expect(differing).toEqual([])
    expect(broken.size).toBeGreaterThan(10)
  })
})

/** Tests end so: what was written since the birth of their fork is audited, also after a rewind within them. */
test('books are audited for what was written since its mark', async () => {
  const scope = booksIn(await documents.soundWorld())
  const { world } = scope
  const { history } = world.store
  const birth = history.mark()
  const isSound = (): boolean => areStillSound(world, history.between(birth))
  expect(isSound()).toBe(true)
  const later = history.mark()
  const pay = (rows: Rows) => Object.assign(rows.invoices?.[0] ?? {}, { paid_total: '1.00' })
  history.atomically(() => rewrite(scope, pay))
  expect(isSound()).toBe(false)
  history.rewind(later)
  expect(isSound()).toBe(true)
})

/** A commit is judged by the invariants that ask for rows of its tables, which are found out in books without a row. */
test.each(Object.entries(INVARIANTS))('%s: asks for rows, whatever the assumptions are', (_, invariant) => {
  const { world, organization } = booksIn(createSimulator().export())
  const assumptions = new Assumptions({ 'line-date-validation': 'ignore' })
  const asked = new Set<string>()
  const books = {
    world: { ...world, assumptions },
    organization,
    types: registry.everything,
    rows: (table: string) => asked.add(table) && [],
    row: () => undefined,
    hasLine: () => false,
  }
  const sides = (scope: AuditScope) =>
    typeof invariant === 'function' ? invariant(scope) : untied(invariant, scope)
  expect([...sides(books as AuditScope)]).toEqual([])
  expect(asked.size).toBeGreaterThan(0)
})

/** Rows of each table that are altered. */
const ROWS = 8

/** Tables without records, on which the soundness of records rests. */
const FURTHER_TABLES = ['ledgerTransactions', 'depreciationPlans', 'contractDeferrals', 'contractInstalments']

/** The row with another value of one member, or of a member of one of its lines. */
function* alterations(row: Row): Iterable<readonly [what: string, altered: Row]> {
  for (const [member, value] of Object.entries(row)) {
    const altered = (other: unknown): Row => ({ ...structuredClone(row), [member]: other })
    for (const other of othersOf(value)) yield [`${member} = ${JSON.stringify(other)}`, altered(other)]
    if (!Array.isArray(value)) continue
    if (value.length > 0) yield [`${member} without its last`, altered(value.slice(0, -1))]
    for (const [index, one] of value.entries())
      if (typeof one === 'object' && one !== null)
        for (const [what, other] of alterations(one as Row))
          yield [
            `${member}[${index}].${what}`,
            altered(value.map((kept, at) => (at === index ? other : kept))),
          ]
  }
}

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'boolean') return [!value]
  if (typeof value !== 'string') return []
  if (/^-?\d+\.\d+$/.test(value)) return [(Number(value) + 1).toFixed(2), '0.00']
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return ['2027-01-31', '2020-01-31']
  return OTHER_WORDS[value] ?? []
}

const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  posted: ['draft', 'archived'],
  draft: ['posted', 'archived'],
  archived: ['posted', 'draft'],
  active: ['completed', 'terminated'],
  completed: ['active'],
  terminated: ['active'],
  EUR: ['USD'],
  USD: ['EUR'],
}
