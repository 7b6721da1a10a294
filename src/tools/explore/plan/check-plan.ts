import { demand } from '../../../errors/option-error'
import { arrayOf, choice, flag, form, members, optional, type Reader, whole } from '../../../errors/reader'
import { KIND_NAMES, kindOf } from './kinds'
import type { Misfortune, Plan } from './plan'

const isDelivery = (on: unknown): boolean => typeof on === 'string' && on.startsWith('DELIVERY ')
const topic = form<string>("a delivery such as 'DELIVERY core.invoice/created'", isDelivery)
const operation = form<string>(
  "an operation such as 'POST /public/v1/invoices/'",
  (on) => typeof on === 'string' && !isDelivery(on),
)
const number = whole(1)

const readMisfortune = members(
  {
    do: choice(KIND_NAMES),
    on: form<string>('an operation or a delivery', (on) => typeof on === 'string'),
    request: optional(number),
    attempt: optional(number),
    delivery: optional(number),
    last: optional(flag),
  },
  'a misfortune such as { on, request, attempt, do }',
)

const misfortune: Reader<Misfortune> = (given, option) => {
  const read = readMisfortune(given, option)
  const isForDelivery = kindOf(read.do).to === 'delivery'
  const [counter, other] = isForDelivery
    ? (['delivery', 'request'] as const)
    : (['request', 'delivery'] as const)
  ;(isForDelivery ? topic : operation)(read.on, `${option}.on`)
  number(read[counter], `${option}.${counter}`)
  demand(
    read[other] === undefined,
    `${option}.${other}`,
    `has no meaning for ${read.do}: count it as ${counter}`,
  )
  return given as Misfortune
}

/** @throws OptionError naming the invalid member, such as `plan[1].do` */
export const checkPlan = (plan: unknown, name = 'plan'): Plan =>
  arrayOf(misfortune, 'an array of misfortunes')(plan, name)
