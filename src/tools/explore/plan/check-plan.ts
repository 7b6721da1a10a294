import { demand } from '../../../errors/option-error'
import { arrayOf, choice, flag, form, members, optional, type Reader, whole } from '../../../errors/reader'
import type { Target } from './kind'
import { KIND_NAMES, kindOf } from './kinds'
import type { Misfortune, Plan } from './plan'

const COUNTERS = ['request', 'delivery', 'write'] as const
type Counter = (typeof COUNTERS)[number]

/** What a misfortune names, by how it is counted. */
const NAMES: Readonly<Record<Counter, { readonly prefix?: string; readonly accepted: string }>> = {
  request: { accepted: "an operation such as 'POST /public/v1/invoices/'" },
  delivery: { prefix: 'DELIVERY ', accepted: "a delivery such as 'DELIVERY core.invoice/created'" },
  write: { prefix: 'WRITE ', accepted: "a file such as 'WRITE cursor'" },
}

/** How that which a misfortune names is counted. */
const counterOf = (on: string): Counter =>
  COUNTERS.find((counter) => on.startsWith(NAMES[counter].prefix ?? '\n')) ?? 'request'

const COUNTED_BY: Partial<Readonly<Record<Target, Counter>>> = { delivery: 'delivery', disk: 'write' }

const number = whole(1)

const readMisfortune = members(
  {
    do: choice(KIND_NAMES),
    on: form<string>('an operation, a delivery or a file', (on) => typeof on === 'string'),
    request: optional(number),
    attempt: optional(number),
    delivery: optional(number),
    write: optional(number),
    last: optional(flag),
  },
  'a misfortune such as { on, request, attempt, do }',
)

const misfortune: Reader<Misfortune> = (given, option) => {
  const read = readMisfortune(given, option)
  const counter = COUNTED_BY[kindOf(read.do).to] ?? 'request'
  form<string>(NAMES[counter].accepted, (on) => counterOf(String(on)) === counter)(read.on, `${option}.on`)
  number(read[counter], `${option}.${counter}`)
  for (const other of COUNTERS)
    demand(
      other === counter || read[other] === undefined,
      `${option}.${other}`,
      `has no meaning for ${read.do}: count it as ${counter}`,
    )
  return given as Misfortune
}

/** @throws OptionError naming the invalid member, such as `plan[1].do` */
export const checkPlan = (plan: unknown, name = 'plan'): Plan =>
  arrayOf(misfortune, 'an array of misfortunes')(plan, name)
