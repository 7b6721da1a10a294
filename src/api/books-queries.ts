/** What the books are asked, checked: a misspelt condition would silently ask for more. */
import type { EntriesQuery } from '../engine/ledger/entries'
import type { TrialBalanceQuery } from '../engine/ledger/trial-balance'
import type { Scope } from '../engine/model/context'
import { CURRENCIES } from '../engine/model/currencies'
import { OptionError, wrongOption } from '../errors/option-error'
import { perhaps } from '../kernel/nearest-name'
import { isPlainDate } from '../kernel/plain-date'

interface Kind {
  readonly words: string
  accepts(value: unknown): boolean
}

const WHOLE: Kind = { words: 'a whole number', accepts: Number.isSafeInteger }
const DATE: Kind = {
  words: 'a date such as 2026-01-31',
  accepts: (value) => typeof value === 'string' && isPlainDate(value),
}
const CURRENCY: Kind = {
  words: 'a currency such as EUR',
  accepts: (value) => (CURRENCIES as readonly unknown[]).includes(value),
}
const RECORD: Kind = {
  words: "an object with a record type's name as type, a number, or both",
  accepts: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) =>
        one === undefined ||
        (name === 'type' ? typeof one === 'string' : name === 'number' && WHOLE.accepts(one)),
    ),
}
const PARTY: Kind = {
  words: 'an id, { customer_id } or { vendor_id }',
  accepts(value) {
    if (!isObject(value)) return WHOLE.accepts(value)
    const [name = '', ...others] = Object.keys(value)
    return others.length === 0 && ['customer_id', 'vendor_id'].includes(name) && WHOLE.accepts(value[name])
  },
}

const TRIAL_BALANCE: Readonly<Record<keyof TrialBalanceQuery, Kind>> = {
  companyId: WHOLE,
  date: DATE,
  currency: CURRENCY,
}
const ENTRIES: Readonly<Record<keyof EntriesQuery, Kind>> = {
  company_id: WHOLE,
  account_number: WHOLE,
  start_date: DATE,
  end_date: DATE,
  record: RECORD,
  asset: WHOLE,
  contract: WHOLE,
  party: PARTY,
}

/** @throws OptionError */
export function checkTrialBalanceQuery(
  { world, organization }: Scope,
  [given, ...more]: readonly unknown[],
): TrialBalanceQuery {
  if (more.length > 0) throw new OptionError('trialBalance', 'trialBalance takes one argument')
  const query = given === undefined || isObject(given) ? (given ?? {}) : { companyId: given }
  if (given === null) throw wrongOption('trialBalance', 'called with a company id or an object', given)
  check('trialBalance', TRIAL_BALANCE, query)
  const { companyId } = query as TrialBalanceQuery
  if (companyId !== undefined && !world.store.table(organization, 'companies').has(companyId))
    throw new OptionError('companyId', `there is no company ${companyId}`)
  return query
}

/** @throws OptionError */
export function checkEntriesQuery(query: unknown): EntriesQuery {
  if (query === undefined) return {}
  if (!isObject(query)) throw wrongOption('entries', 'called with an object of conditions', query)
  check('entries', ENTRIES, query)
  return query
}

function check(
  call: string,
  kinds: Readonly<Record<string, Kind>>,
  query: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(query)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) {
      const known = Object.keys(kinds)
      throw new OptionError(
        name,
        `${call} takes ${known.join(', ')}; there is no ${name}${perhaps(name, known)}`,
      )
    }
    if (value !== undefined && !kind.accepts(value)) throw wrongOption(name, kind.words, value)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
