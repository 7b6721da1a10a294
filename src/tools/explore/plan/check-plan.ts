import { demand } from '../../../errors/option-error'
import * as read from '../../../errors/reader'
import type { MisfortuneTarget } from './kind'
import { isOrder, KIND_NAMES, type KindName, kindOf } from './kinds'
import type { Misfortune, Plan, Until } from './plan'

const COUNTERS = ['request', 'delivery', 'write'] as const
type Counter = (typeof COUNTERS)[number]

/** The thing that a misfortune names, by the way in which it is counted. */
const NAMES: Readonly<Record<Counter, { readonly prefix?: string; readonly accepted: string }>> = {
  request: { accepted: "an operation such as 'POST /public/v1/invoices/'" },
  delivery: { prefix: 'DELIVERY ', accepted: "a delivery such as 'DELIVERY core.invoice/created'" },
  write: { prefix: 'WRITE ', accepted: "a file such as 'WRITE cursor'" },
}

/** The way in which the thing that a misfortune names is counted. */
const counterOf = (on: string): Counter =>
  COUNTERS.find((counter) => on.startsWith(NAMES[counter].prefix ?? '\n')) ?? 'request'

const COUNTED_BY: Partial<Readonly<Record<MisfortuneTarget, Counter>>> = {
  delivery: 'delivery',
  disk: 'write',
}

/** The way in which the thing that a kind happens to is counted. */
export const counterFor = (kind: KindName): Counter => COUNTED_BY[kindOf(kind).to] ?? 'request'

const number = read.whole(1)

const place = {
  on: read.form<string>('an operation, a delivery or a file', (on) => typeof on === 'string'),
  request: read.orUndefined(number),
  attempt: read.orUndefined(number),
  delivery: read.orUndefined(number),
}

/** Checks that a misfortune or the end of a hold names a thing that is counted as it says. */
function checkPlace(
  place: Pick<Misfortune, 'on' | Counter>,
  counter: Counter,
  kind: string,
  option: string,
): void {
  read.form<string>(NAMES[counter].accepted, (on) => counterOf(String(on)) === counter)(
    place.on,
    `${option}.on`,
  )
  number(place[counter], `${option}.${counter}`)
  for (const other of COUNTERS)
    demand(
      other === counter || place[other] === undefined,
      `${option}.${other}`,
      `has no meaning for ${kind}: count it as ${counter}`,
    )
}

const readUntil = read.members(
  { ...place, leg: read.orUndefined(read.oneOfNames(['out', 'back'])) },
  'a message such as { on, request, attempt }',
)

const until: read.Reader<Until> = (given, option) => {
  const read = readUntil(given, option)
  const isDelivered = counterOf(read.on) === 'delivery'
  checkPlace(read, isDelivered ? 'delivery' : 'request', 'the end of a hold', option)
  demand(!isDelivered || read.leg === undefined, `${option}.leg`, 'has no meaning for a delivery')
  return given as Until
}

const readMisfortune = read.members(
  {
    do: read.oneOfNames(KIND_NAMES),
    ...place,
    write: read.orUndefined(number),
    last: read.orUndefined(read.flag),
    leg: read.orUndefined(read.oneOfNames(['out', 'back', 'in'])),
    until: read.orUndefined(until),
    within: read.orUndefined(number),
  },
  'a misfortune such as { on, request, attempt, do }',
)

const misfortune: read.Reader<Misfortune> = (given, option) => {
  const read = readMisfortune(given, option)
  const { do: kind, leg, last, within } = read
  const isHold = isOrder(kind)
  for (const member of ['leg', 'until'] as const)
    demand(
      (read[member] !== undefined) === isHold,
      `${option}.${member}`,
      isHold ? 'must say what is held, and until when' : `has no meaning for ${kind}`,
    )
  demand(!isHold || last === undefined, `${option}.last`, `has no meaning for ${kind}`)
  demand(isHold || within === undefined, `${option}.within`, `has no meaning for ${kind}`)
  checkPlace(read, isHold && leg === 'in' ? 'delivery' : counterFor(kind), kind, option)
  return given as Misfortune
}

/** @throws OptionError naming the invalid member, such as `plan[1].do` */
export const checkPlan = (plan: unknown, name = 'plan'): Plan =>
  read.arrayOf(misfortune, 'an array of misfortunes')(plan, name)
