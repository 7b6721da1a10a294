/** Checks queries of the books, because a misspelt condition would silently select more. */

import type { CheckedEntriesQuery, EntriesQuery } from '../engine/ledger/entries'
import type { TrialBalanceQuery } from '../engine/ledger/trial-balance'
import type { Scope } from '../engine/model/context'
import { CURRENCIES } from '../engine/model/currencies'
import { noSuch, OptionError, wrongOption } from '../errors/option-error'
import { date, form, members, oneOfNames, orUndefined, type Reader, text, whole } from '../errors/reader'
import { isObject, isPlainObject } from '../kernel/is-object'
import { singular } from '../kernel/name-words'
import { didYouMean } from '../kernel/nearest-name'

const id = whole(-Infinity)
const readTrialBalance: Reader<TrialBalanceQuery> = members({
  companyId: orUndefined(id),
  date: orUndefined(date),
  currency: orUndefined(oneOfNames(CURRENCIES)),
})

const readParty = form<NonNullable<EntriesQuery['party']>>(
  'an id, { customer_id } or { vendor_id }',
  (given) => {
    if (!isPlainObject(given)) return Number.isSafeInteger(given)
    const [[name, value] = [], ...more] = Object.entries(given)
    return (
      more.length === 0 && (name === 'customer_id' || name === 'vendor_id') && Number.isSafeInteger(value)
    )
  },
)

const readRecordMembers = members({
  type: orUndefined(text),
  id: orUndefined(id),
  number: orUndefined(id),
  internal_id: orUndefined(id),
})

/** Reads a record in the form of a ledger entry, or of the timeline's filter. */
const readRecord: Reader<CheckedEntriesQuery['record']> = (given, option) => {
  if (typeof given !== 'string') return readRecordMembers(given, option)
  const [, type, number] = /^([^/]+)\/(\d+)$/.exec(given) ?? []
  if (type === undefined) throw wrongOption(option, 'a record such as invoices/7, or an object', given)
  return { type, number: Number(number) }
}

const readEntries = members(
  {
    company: orUndefined(id),
    account: orUndefined(id),
    from: orUndefined(date),
    to: orUndefined(date),
    company_id: orUndefined(id),
    account_number: orUndefined(id),
    start_date: orUndefined(date),
    end_date: orUndefined(date),
    record: orUndefined(readRecord),
    asset: orUndefined(id),
    contract: orUndefined(id),
    party: orUndefined(readParty),
  },
  'called with an object of conditions',
  'entries',
)

/** @throws OptionError */
export function checkTrialBalanceQuery({ world, organization }: Scope, given: unknown): TrialBalanceQuery {
  if (given === null) throw wrongOption('trialBalance', 'called with a company id or an object', given)
  const query = readTrialBalance(isObject(given) ? given : { companyId: given }, '')
  const { companyId } = query
  if (companyId !== undefined && !world.store.table(organization, 'companies').has(companyId))
    throw noSuch('companyId', 'company', companyId)
  return query
}

/** Pairs of names for the same condition. */
const SAME = [
  ['company', 'company_id'],
  ['account', 'account_number'],
  ['from', 'start_date'],
  ['to', 'end_date'],
] as const

/** Replaces each second name of `SAME` by the first. @throws OptionError */
export function checkEntriesQuery({ world, organization }: Scope, given: unknown = {}): CheckedEntriesQuery {
  const query = readEntries(given, '')
  const isThere = (table: string, key: number): boolean => world.store.table(organization, table).has(key)
  for (const name of ['company', 'company_id'] as const) {
    const company = query[name]
    if (company !== undefined && !isThere('companies', company)) throw noSuch(name, 'company', company)
  }
  for (const name of ['account', 'account_number'] as const) {
    const account = query[name]
    if (account === undefined || isThere('accounts', account)) continue
    const accounts = world.store.table(organization, 'accounts')
    const others = [...accounts.keys()].map(String)
    const meant = accounts.find('id', account)?.number
    const way =
      meant === undefined ? didYouMean(String(account), others) : `; ${account} is the id of account ${meant}`
    throw noSuch(name, 'account', account, (given) => `there is no account ${given}${way}`)
  }
  const { type, id, number, internal_id } = query.record ?? {}
  const types = world.registry.everything.map(({ name }) => name)
  const named = types.find((name) => type !== undefined && [name, singular(name)].includes(type)) ?? type
  const checked = {
    ...query,
    ...Object.fromEntries(SAME.map(([name, other]) => [name, oneOf(name, query[name], other, query[other])])),
    record: {
      type: orUndefined(oneOfNames(types))(named, 'record.type'),
      id: oneOf('record.id', id, 'record.number', number),
      internal_id,
    },
  } as CheckedEntriesQuery
  const { from = '', to = from } = checked
  if (from > to) throw new OptionError('to', `to is before from: ${to}, ${from}`)
  return checked
}

function oneOf<T>(
  name: string,
  value: T | undefined,
  otherName: string,
  other: T | undefined,
): T | undefined {
  if (value !== undefined && other !== undefined)
    throw new OptionError(name, `${name} and ${otherName} are the same: give one of them`)
  return value ?? other
}
