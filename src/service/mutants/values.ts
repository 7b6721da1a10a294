import { decimal } from '../../kernel/money'
import { addDays, isPlainDate } from '../../kernel/plain-date'
import type { ChangeableMember } from './mutant-kind'

/** Price and rate of a line are money, with more places than two. */
const PRICES: ReadonlySet<string> = new Set(['rate', 'price', 'unit_price'])
const CENT_PLACES = 2
const QUANTITY_PLACES = 6

const isNumeric = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

export const isAmount: ChangeableMember = ({ kind, places }, value, name) =>
  kind === 'decimal' && isNumeric(value) && (places === CENT_PLACES || PRICES.has(name))

export const isQuantity: ChangeableMember = ({ kind, places }, value, name) =>
  kind === 'decimal' && isNumeric(value) && places === QUANTITY_PLACES && !PRICES.has(name)

export const isDate: ChangeableMember = ({ kind }) => kind === 'date'

export const isPosted: ChangeableMember = ({ values }, value) =>
  value === 'posted' && values?.includes('draft') === true

export const isReference: ChangeableMember = ({ target, namesLine }) => target !== undefined && !namesLine

/** Says where a line stands or which it is, not what it holds. */
const OF_THE_LINE: ReadonlySet<string> = new Set(['id', 'position'])

/** Optional, and with a value that the service would not supply by itself. */
export const isOptional: ChangeableMember = ({ presence, initial }, value, name) => {
  if (presence !== 'optional' || OF_THE_LINE.has(name)) return false
  if (value === null || value === undefined || value === '') return false
  return !(Array.isArray(value) && value.length === 0) && String(value) !== String(initial)
}

const shifted = (value: unknown, steps: readonly string[]): unknown[] => {
  if (!isNumeric(value)) return []
  return steps.map((step) => {
    const changed = decimal(value).plus(step)
    return typeof value === 'number' ? changed.toNumber() : changed.toFixed(placesOf(value, step))
  })
}

const placesOf = (...texts: readonly string[]): number =>
  Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))

export const amountsNearby = (value: unknown): unknown[] => shifted(value, ['0.01', '-0.01'])
export const quantitiesNearby = (value: unknown): unknown[] => shifted(value, ['1', '-1'])
export const datesNearby = (value: unknown): unknown[] =>
  isPlainDate(value) ? [addDays(value, 1), addDays(value, -1)] : []
