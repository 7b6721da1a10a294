import type { CompanyInput } from '../api/record-types/company'
import type { CustomerInput } from '../api/record-types/customer'
import type { VendorInput } from '../api/record-types/vendor'
import { CURRENCIES } from '../engine/model/currencies'
import { fromCaller, refuseSurplus } from '../errors/at-caller'
import { OptionError, wrongOption } from '../errors/option-error'
import { checkMembers, form, mapOf, oneOfNames, orUndefined, positive, type Reader } from '../errors/reader'
import { type DurationInput, parseDuration } from '../kernel/duration'
import { isPlainObject } from '../kernel/is-object'
import { memberNames } from '../kernel/member-names'
import type { ExportedWorld } from './options/exported-world'

export interface AgedOptions {
  /** The number of invoices, spread evenly over the time. @default 100 */
  readonly invoices?: number
  /** The age of the company at the simulator's `now`. @default '1 year' */
  readonly upTo?: DurationInput
  /** The number of bills. @default a fifth of the invoices */
  readonly bills?: number
  /** The share of invoices and bills that are paid within two months, some of them partly. @default 0.8 */
  readonly paid?: number
  /** Equal seeds make equal worlds. @default 1 */
  readonly seed?: number
  /** The companies that do business, instead of the first one of the preset world. */
  readonly companies?: readonly CompanyInput[]
  /**
   * The currencies of the documents, each with the value of one unit, such as `{ USD: 1, EUR: 1.08 }`.
   * Without it, each document has the currency of its company.
   */
  readonly currencies?: Readonly<Record<string, number>>
  /**
   * A world made by `simulator.export()` to which the past is added, ending at the world's own time. All its
   * companies, customers and vendors do business.
   */
  readonly world?: ExportedWorld
  /** The customers of the invoices, instead of those of the preset world. */
  readonly customers?: readonly CustomerInput[]
  /** The vendors of the bills, instead of those of the preset world. */
  readonly vendors?: readonly VendorInput[]
}

/** A world with a past, as data for `createSimulator`. */
export interface AgedWorld {
  /** The age of the world, and the number of its records. */
  readonly aged: AgedOptions & Required<Omit<AgedOptions, keyof typeof OPTIONAL>>
}

/**
 * A world after some time in business: the preset world, or an exported one, with invoices and bills, most of
 * them paid, dated on their days. The simulator that takes it begins at its own `now`.
 *
 * @throws OptionError naming the invalid option; DurationError
 * @example
 * const simulator = createSimulator({ world: worlds.aged({ invoices: 500, upTo: '2 years' }) })
 * simulator.records.invoices.count() // 500
 */
export function aged(options: AgedOptions = {}): AgedWorld {
  refuseSurplus(aged, arguments, 1, 'worlds.aged')
  return fromCaller(aged, () => readAged(options))
}

const bodies = form<readonly object[]>(
  'a list of one or more bodies',
  (given) => Array.isArray(given) && given.length > 0,
)

const OPTIONAL = {
  companies: orUndefined(bodies),
  customers: orUndefined(bodies),
  vendors: orUndefined(bodies),
  currencies: orUndefined(mapOf(positive, 'an object of currencies and what they are worth')),
  world: orUndefined(
    form<ExportedWorld>('an exported world', (given) => isPlainObject(given) && isPlainObject(given.tables)),
  ),
} satisfies Partial<Readonly<Record<keyof AgedOptions, Reader<unknown>>>>

function readAged(options: AgedOptions): AgedWorld {
  checkMembers('options', options, ['invoices', 'upTo', 'bills', 'paid', 'seed', ...Object.keys(OPTIONAL)])
  const { invoices = 100, upTo = '1 year', paid = 0.8, seed = 1 } = options
  const { bills = Number.isSafeInteger(invoices) ? Math.floor(invoices / 5) : 0 } = options
  for (const [name, value] of Object.entries({ invoices, bills }))
    if (!Number.isSafeInteger(value) || value < 0 || value > MOST)
      throw wrongOption(name, `a whole number from 0 to ${MOST}`, value)
  if (!(typeof paid === 'number' && paid >= 0 && paid <= 1))
    throw wrongOption('paid', 'a number from 0 to 1', paid)
  if (!Number.isSafeInteger(seed)) throw wrongOption('seed', 'a whole number', seed)
  parseDuration(upTo)
  const names = memberNames(OPTIONAL)
  const given: Partial<AgedOptions> = Object.fromEntries(
    names
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, OPTIONAL[name](options[name], name)]),
  )
  for (const code of Object.keys(given.currencies ?? {})) oneOfNames(CURRENCIES)(code, 'currencies')
  for (const name of ['companies', 'customers', 'vendors'] as const)
    if (given.world && given[name]) throw new OptionError(name, `${name} are those of the exported world`)
  return { aged: { invoices, upTo, bills, paid, seed, ...given } }
}

const MOST = 100_000

/** True for an option made by `aged`. @throws OptionError if the world cannot be made */
export function isAged(world: unknown): world is AgedWorld {
  const given = (world as Partial<AgedWorld> | null)?.aged
  if (typeof given !== 'object' || given === null) return false
  readAged(given)
  return true
}
