import { OptionError, wrongChoice } from '../../errors/option-error'
import { MUTANT_NAMES, type MutantName } from './mutant-kinds'

/** A possible bug of a client: its kind, its operation, and its member or parameter, if any. */
export interface Mutant {
  readonly kind: MutantName
  /** `POST /public/v1/invoices/`, or `DELIVERY core.invoice/created`; empty for all operations. */
  readonly operation: string
  /** Such as `items.rate`; empty if the mutant changes the whole request. */
  readonly member: string
}

/** The value of `ACCOUNTING_MUTANT` for a run that observes requests and changes none. */
export const UNCHANGED = 'none'

/** Such as `amount-changed:POST /public/v1/invoices/:items.rate`. */
export const mutantText = ({ kind, operation, member }: Mutant): string =>
  [kind, operation, member].filter((part) => part !== '').join(':')

/** The value of `ACCOUNTING_MUTANT` for a run in which each test plays its own mutant. */
export const mutantsByTestText = (byTest: ReadonlyMap<string, Mutant>): string =>
  JSON.stringify(Object.fromEntries([...byTest].map(([test, mutant]) => [test, mutantText(mutant)])))

/** Undefined for the name of one mutant. @throws OptionError for broken JSON, or for an unknown mutant */
export function readMutantsByTest(text: string, option: string): ReadonlyMap<string, Mutant> | undefined {
  if (!text.startsWith('{')) return undefined
  const given = Object.entries(byTestIn(text, option))
  return new Map(given.map(([test, name]) => [test, readMutant(String(name), option)]))
}

function byTestIn(text: string, option: string): object {
  try {
    return JSON.parse(text)
  } catch {
    throw new OptionError(
      option,
      `${option} must be a mutant, or JSON with the mutant of each test, not ${text}`,
    )
  }
}

/** @param option the name for messages. @throws OptionError that suggests the nearest kind */
export function readMutant(text: string, option: string): Mutant {
  const [id = '', operation = '', ...member] = text.split(':')
  const kind = MUTANT_NAMES.find((name) => name === id)
  if (kind === undefined) throw wrongChoice(option, MUTANT_NAMES, id)
  return { kind, operation, member: member.join(':') }
}
