import type { CustomerInput } from '../api/record-types/customer'
import type { VendorInput } from '../api/record-types/vendor'
import { fromCaller } from '../errors/at-caller'
import { wrongOption } from '../errors/option-error'
import { checkMembers } from '../errors/reader'
import { type DurationInput, parseDuration } from '../kernel/duration'

export interface AgedOptions {
  /** The number of invoices, spread evenly over the time. @default 100 */
  readonly invoices?: number
  /** How long the company has been in business before the simulator's `now`. @default '1 year' */
  readonly upTo?: DurationInput
  /** The number of bills. @default a fifth of the invoices */
  readonly bills?: number
  /** The share of invoices and bills that are paid, some of them in part, within two months. @default 0.8 */
  readonly paid?: number
  /** Equal seeds give equal worlds. @default 1 */
  readonly seed?: number
  /** The customers that get the invoices, in place of those of the preset world. */
  readonly customers?: readonly CustomerInput[]
  /** The vendors that send the bills, in place of those of the preset world. */
  readonly vendors?: readonly VendorInput[]
}

/** A world with a past, as data for `createSimulator`. */
export interface AgedWorld {
  readonly aged: AgedOptions & Required<Omit<AgedOptions, 'customers' | 'vendors'>>
}

/**
 * The preset world after some time in business: invoices and bills, most of them paid, with the dates and times of
 * their days. The simulator that takes it begins at its own `now`.
 *
 * @throws OptionError naming the invalid option; DurationError
 * @example
 * const simulator = createSimulator({ world: worlds.aged({ invoices: 500, upTo: '2 years' }) })
 * simulator.records.invoices.count() // 500
 */
export function aged(options: AgedOptions = {}): AgedWorld {
  return fromCaller(aged, () => readAged(options))
}

function readAged(options: AgedOptions): AgedWorld {
  checkMembers('options', options, ['invoices', 'upTo', 'bills', 'paid', 'seed', 'customers', 'vendors'])
  const { invoices = 100, upTo = '1 year', paid = 0.8, seed = 1 } = options
  const { bills = Number.isSafeInteger(invoices) ? Math.floor(invoices / 5) : 0 } = options
  for (const [name, value] of Object.entries({ invoices, bills }))
    if (!Number.isSafeInteger(value) || value < 0 || value > MOST)
      throw wrongOption(name, `a whole number from 0 to ${MOST}`, value)
  if (!(typeof paid === 'number' && paid >= 0 && paid <= 1))
    throw wrongOption('paid', 'a number from 0 to 1', paid)
  if (!Number.isSafeInteger(seed)) throw wrongOption('seed', 'a whole number', seed)
  const { customers, vendors } = options
  for (const [name, value] of Object.entries({ customers, vendors }))
    if (value !== undefined && !(Array.isArray(value) && value.length > 0))
      throw wrongOption(name, 'a list of one or more bodies', value)
  parseDuration(upTo)
  const given = { ...(customers && { customers }), ...(vendors && { vendors }) }
  return { aged: { invoices, upTo, bills, paid, seed, ...given } }
}

const MOST = 100_000

/** Whether an option is such a world. @throws OptionError if it is one that cannot be made */
export function isAged(world: unknown): world is AgedWorld {
  const given = (world as Partial<AgedWorld> | null)?.aged
  if (typeof given !== 'object' || given === null) return false
  readAged(given)
  return true
}
