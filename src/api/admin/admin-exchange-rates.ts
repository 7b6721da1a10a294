import { exchangeRateRow } from '../../engine/ledger/exchange-rates'
import { CURRENCIES } from '../../engine/model/currencies'
import { EXCHANGE_RATES } from '../../engine/model/tables'
import { wrongOption } from '../../errors/option-error'
import { date, oneOfNames, orElse } from '../../errors/reader'
import { rateText, readDecimal } from '../../kernel/money'
import { FIRST_DATE } from '../../kernel/plain-date'
import type { AdminScope } from './admin-scope'
import { changeThenRetry } from './change-then-retry'

/** Exchange rates for records that contracts generate in a foreign currency (docs/service.md §13.1). */
export interface ExchangeRates {
  /**
   * Sets the value of one unit of `from` in units of `to`, from `date` until the next date with a rate.
   * Without a date, the rate applies to all dates without another rate.
   */
  set(from: string, to: string, rate: number | string, date?: string): void
}

const PLACES = 16
const currency = oneOfNames(CURRENCIES)

export const exchangeRatesOf = (scope: AdminScope): ExchangeRates => ({
  set(from, to, rate, since) {
    currency(from, 'from')
    currency(to, 'to')
    if (from === to) throw wrongOption('to', 'another currency than from', to)
    const read = readDecimal(rate, PLACES)
    if (!('value' in read) || !read.value.gt(0))
      throw wrongOption('rate', `above 0, with no more than ${PLACES} decimal places`, rate)
    const row = exchangeRateRow(from, to, rateText(read.value), orElse(date, FIRST_DATE)(since, 'date'))
    changeThenRetry(scope, () => scope.world.store.table(scope.ensureOrganization(), EXCHANGE_RATES).put(row))
  },
})
