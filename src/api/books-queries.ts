/** What the books are asked, checked: a misspelt condition would silently ask for more. */
import type { EntriesQuery } from '../engine/ledger/entries'
import type { TrialBalanceQuery } from '../engine/ledger/trial-balance'
import type { Scope } from '../engine/model/context'
import { CURRENCIES } from '../engine/model/currencies'
import { noSuch, OptionError, wrongOption } from '../errors/option-error'
import { choice, date, form, isObject, members, optional, type Reader, text, whole } from '../errors/reader'

const id = whole(-Infinity)
const readTrialBalance: Reader<TrialBalanceQuery> = members({
  companyId: optional(id),
  date: optional(date),
  currency: optional(choice(CURRENCIES)),
})

const readParty = form<NonNullable<EntriesQuery['party']>>(
  'an id, { customer_id } or { vendor_id }',
  (given) => {
    if (!isObject(given)) return Number.isSafeInteger(given)
    const [[name, value] = [], ...more] = Object.entries(given)
    return (
      more.length === 0 && (name === 'customer_id' || name === 'vendor_id') && Number.isSafeInteger(value)
    )
  },
)

const readEntries: Reader<EntriesQuery> = members(
  {
    company_id: optional(id),
    account_number: optional(id),
    start_date: optional(date),
    end_date: optional(date),
    record: optional(members({ type: optional(text), number: optional(id) })),
    asset: optional(id),
    contract: optional(id),
    party: optional(readParty),
  },
  'called with an object of conditions',
  'entries',
)

/** @throws OptionError */
export function checkTrialBalanceQuery(
  { world, organization }: Scope,
  [given, ...more]: readonly unknown[],
): TrialBalanceQuery {
  if (more.length > 0) throw new OptionError('trialBalance', 'trialBalance takes one argument')
  if (given === null) throw wrongOption('trialBalance', 'called with a company id or an object', given)
  const query = readTrialBalance(isObject(given) ? given : { companyId: given }, '')
  const { companyId } = query
  if (companyId !== undefined && !world.store.table(organization, 'companies').has(companyId))
    throw noSuch('companyId', 'company', companyId)
  return query
}

/** @throws OptionError */
export const checkEntriesQuery = (query: unknown = {}): EntriesQuery => readEntries(query, '')
