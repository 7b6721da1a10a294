import { demand, OptionError, shown } from '../../../errors/option-error'
import { callback } from '../../../errors/reader'
import type { Check, End } from '../experiment'
import { isOracle, markOracle, oraclesAsked } from './oracle'
import { refuseEnd } from './records-of'

/** Reads the result of a check. @throws OptionError for anything but texts */
function complaintsFrom(given: unknown): readonly string[] {
  const complaints = given ?? []
  const isList = Array.isArray(complaints)
  const texts: readonly unknown[] = isList ? [...complaints] : []
  if (isList && texts.every((one) => typeof one === 'string')) return texts
  const wrong = isList ? texts.find((one) => typeof one !== 'string') : complaints
  const what = isList ? `one with ${shown(wrong)}` : shown(wrong)
  const way = typeof wrong === 'function' ? '; is it a check? Call it with what check is given' : ''
  throw new OptionError('check', `check must return its complaints, an array of texts, not ${what}${way}`)
}

/**
 * Asks a check, or a part of one.
 * @throws OptionError for anything but texts, and for nothing if an oracle in the check has complaints that it has not
 * looked at
 */
export async function complaintsOf<Report>(
  check: Check<Report>,
  end: End<Report>,
): Promise<readonly string[]> {
  const notes = oraclesAsked(end)
  const before = notes?.findings.length
  const given = await check(end)
  if (notes && (given ?? undefined) === undefined) {
    const findings = notes.findings.slice(before)
    refuseDropped(findings.flatMap(({ isRead, complaints }) => (isRead ? [] : complaints)))
    if (!findings.some(({ isRead }) => isRead)) notes.isUnlisted = true
  }
  return complaintsFrom(given)
}

/** @throws OptionError for complaints of oracles that a check neither looked at nor handed on */
function refuseDropped([first]: readonly string[]): void {
  if (first !== undefined)
    throw new OptionError(
      'check',
      `check gave nothing back, but an oracle in it complained: ${first}; a function with braces needs a return`,
    )
}

/** One check of several: all their complaints. @throws OptionError for none, and for what is no function */
export function allOf<Report>(...checks: readonly Check<Report>[]): (end: End<Report>) => Promise<string[]> {
  refuseEnd(checks[0], 'allOf', "allOf(noDuplicates('invoices', 'reference_number'))")
  demand(checks.length > 0, 'checks', 'must not be empty: without a check every program survives')
  for (const [index, check] of checks.entries()) readCheck(check, `checks[${index}]`)
  const askAll = async (end: End<Report>): Promise<string[]> => {
    const complaints: string[] = []
    for (const check of checks) complaints.push(...(await complaintsOf(check, end)))
    return complaints
  }
  const askNoted = (end: End<Report>): Promise<string[]> => {
    const complaints = askAll(end)
    oraclesAsked(end)?.pending.push(complaints)
    return complaints
  }
  if (checks.every(isOracle)) markOracle(askNoted)
  return askNoted
}

const readCheck = callback('a function that returns complaints')
