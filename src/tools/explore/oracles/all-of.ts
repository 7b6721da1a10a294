import { demand, OptionError, shown } from '../../../errors/option-error'
import { callback } from '../../../errors/reader'
import type { Check, End } from '../experiment'
import { refuseEnd } from './records-of'

/** Reads the result of a check. @throws OptionError for anything but texts */
export function complaintsFrom(given: unknown): readonly string[] {
  const complaints = given ?? []
  const isList = Array.isArray(complaints)
  const texts: readonly unknown[] = isList ? [...complaints] : []
  if (isList && texts.every((one) => typeof one === 'string')) return texts
  const wrong = isList ? texts.find((one) => typeof one !== 'string') : complaints
  const what = isList ? `one with ${shown(wrong)}` : shown(wrong)
  const way = typeof wrong === 'function' ? '; is it a check? Call it with what check is given' : ''
  throw new OptionError('check', `check must return its complaints, an array of texts, not ${what}${way}`)
}

/** One check of several: all their complaints. @throws OptionError for none, and for what is no function */
export function allOf<Report>(...checks: readonly Check<Report>[]): (end: End<Report>) => Promise<string[]> {
  refuseEnd(checks[0], 'allOf', "allOf(noDuplicates('invoices', 'reference_number'))")
  demand(checks.length > 0, 'checks', 'must not be empty: without a check every program survives')
  for (const [index, check] of checks.entries()) readCheck(check, `checks[${index}]`)
  return async (end) => {
    const complaints: string[] = []
    for (const check of checks) complaints.push(...complaintsFrom(await check(end)))
    return complaints
  }
}

const readCheck = callback('a function that returns complaints')
