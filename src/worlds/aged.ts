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
  /** The share of invoices and bills that are paid, some of them in part, within two months. @default 0.8 */
  readonly paid?: number
  /** Equal seeds give equal worlds. @default 1 */
  readonly seed?: number
  /** The companies that do business, in place of the first one of the preset world. */
  readonly companies?: readonly CompanyInput[]
  /**
   * The currencies of the documents, each with what one unit of it is worth, such as `{ USD: 1, EUR: 1.08 }`. Without
   * it documents have the currency of their company.
   */
  readonly currencies?: Readonly<Record<string, number>>
  /**
   * A world made by `simulator.export()` that gets this past, ending at its own time. All its companies, customers and
   * vendors do business.
   */
  readonly world?: ExportedWorld
  /** The customers that get the invoices, in place of those of the preset world. */
  readonly customers?: readonly CustomerInput[]
  /** The vendors that send the bills, in place of those of the preset world. */
  readonly vendors?: readonly VendorInput[]
}

/** A world with a past, as data for `createSimulator`. */
export interface AgedWorld {
  /** Its age, and the records that grow in it. */
  readonly aged: AgedOptions & Required<Omit<AgedOptions, keyof typeof OPTIONAL>>
}

/**
 * A world after some time in business: invoices and bills, most of them paid, with the dates and times of their days.
 * It is the preset world, or an exported one. The simulator that takes it begins at its own `now`.
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

/** Tells whether an option is such a world. @throws OptionError if it is one that cannot be made */
export function isAged(world: unknown): world is AgedWorld {
  const given = (world as Partial<AgedWorld> | null)?.aged
  if (typeof given !== 'object' || given === null) return false
  readAged(given)
  return true
}
