import type { Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { type Ground, groundOf } from '../support/ground'
import { type Reference, referencesOf, replacedAt } from '../support/references'
import { everything } from '../support/subject'

/**
 * docs/service.md §4.5: an account of one company cannot stand on a record of another, wherever a record type names
 * accounts. The cases follow from the definitions, so a new record type has them, too.
 */
const named = everything.definitions.flatMap((definition) =>
  'company_id' in definition.fields
    ? referencesOf(definition)
        .filter(({ resource }) => resource === 'accounts')
        .map((reference) => ({ title: `${definition.name} ${reference.title}`, definition, reference }))
    : [],
)

it('the cases reach every place that names an account', () => {
  const titles = named.map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      'bills expenses.account_number',
      'directExpenses account_number',
      'directExpenses items.account_number',
      'vendorCredits expenses.account_number',
      'customerDeposits items.account_number',
      'customerPayments items.account_number',
      'journalEntries items.account_number',
      'bankTransfers debit_bank_account_number',
      'contracts revenue_recognitions.income_account_id',
      'fixedAssets asset_account_number',
    ]),
  )
})

describe.each(named)('$title', ({ definition, reference }) => {
  it.each([
    ['of the other company', 2, 'refused'],
    ['of the company itself', 1, 'accepted'],
    ['of every company', null, 'accepted'],
  ] as const)('an account %s', (_, owner, expected) => {
    const ground = groundOf(everything)
    const body = bodyNaming(ground, definition, reference, owner)
    const [member = ''] = reference.path
    const { records } = ground
    const refusal = errorsOf(() => records(definition).create(body))
    if (expected === 'accepted') expect(refusal).toBeUndefined()
    else {
      const prefix = reference.inLines || reference.path.length > 1 ? 'Line 1: ' : ''
      expect(refusal?.[member]).toEqual([
        expect.stringMatching(new RegExp(`^${prefix}Account \\d+ cannot be used here$`)),
      ])
    }
  })
})

/** A body whose account is a copy, for one company, of the account that an ordinary body names. */
function bodyNaming(ground: Ground, definition: Definition, reference: Reference, owner: number | null) {
  const [top = '', ...rest] = reference.path
  const body = ground.body(definition, { extent: top === 'revenue_recognitions' ? 'full' : 'needed' })
  const accounts = accountsOf(ground.simulator)
  const by = top.endsWith('_id') || rest.at(-1)?.endsWith('_id') ? 'id' : 'number'
  // What a body leaves out at the top is where its money goes.
  const usual = valueIn(body, reference.path) ?? accounts.get(reference.path.length === 1 ? 1000 : 6000)[by]
  const like = accounts.find((one) => one[by] === usual) ?? {}
  const { name, account_type, currency_iso_4217_code } = like
  const copy = accounts.create({
    name: `${String(name)} of one`,
    number: 9100,
    account_type,
    currency_iso_4217_code,
    company_id: owner,
  })
  return replacedAt(alone(definition, body, reference), reference.path, copy[by])
}

/** Of the documents and accounts that a line may name, it names one. */
function alone({ settles, deposits }: Definition, body: Json, { path }: Reference): Json {
  const [top = ''] = path
  const rivals = [...(settles?.references ?? []), ...(deposits?.sources ?? [])].map(({ by }) => by)
  if (path.length === 1 || (settles?.lines ?? deposits?.lines) !== top) return body
  const [first, ...others] = body[top] as Json[]
  return { ...body, [top]: [{ ...first, ...Object.fromEntries(rivals.map((by) => [by, null])) }, ...others] }
}

const valueIn = (body: unknown, [member, ...rest]: readonly string[]): unknown => {
  if (member === undefined) return body
  const at = Array.isArray(body) ? body[0] : body
  return valueIn((at as Json | null | undefined)?.[member], rest)
}

interface Accounts {
  get(number: number): Json
  find(predicate: (account: Json) => boolean): Json | undefined
  create(body: Json): Json
}
const accountsOf = ({ records }: Simulator): Accounts => records.accounts as unknown as Accounts

function errorsOf(work: () => unknown): Record<string, string[]> | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    const { status, errors } = error as { status?: number; errors?: Record<string, string[]> }
    if (status !== 422 || !errors) throw error
    return errors
  }
}
