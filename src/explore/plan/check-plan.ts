import { OptionError } from '../../option-error'
import { isKindName, KIND_NAMES, kindOf } from './kinds'
import type { Misfortune, Plan } from './plan'

const TOPIC = "'DELIVERY ' and a topic"
const OPERATION = "an operation such as 'POST /public/v1/invoices/'"
const MEMBERS = ['on', 'request', 'attempt', 'delivery', 'do']

/** @throws OptionError naming the invalid member, such as `plan[1].do` */
export function checkPlan(plan: unknown, name = 'plan'): Plan {
  if (!Array.isArray(plan)) throw new OptionError(name, `${name} must be a list of misfortunes`)
  return plan.map((one, index) => checkMisfortune(one, `${name}[${index}]`))
}

function checkMisfortune(given: unknown, name: string): Misfortune {
  if (typeof given !== 'object' || given === null)
    throw new OptionError(name, `${name} must be a misfortune such as { on, request, attempt, do }`)
  const misfortune = given as Misfortune
  const unknown = Object.keys(misfortune).find((member) => !MEMBERS.includes(member))
  if (unknown !== undefined)
    throw new OptionError(`${name}.${unknown}`, `${name} has no ${unknown}; it has ${MEMBERS.join(', ')}`)
  if (!isKindName(misfortune.do))
    throw new OptionError(`${name}.do`, `${name}.do must be one of ${KIND_NAMES.join(', ')}`)
  const isDelivery = kindOf(misfortune.do).to === 'delivery'
  if (typeof misfortune.on !== 'string' || misfortune.on.startsWith('DELIVERY ') !== isDelivery)
    throw new OptionError(`${name}.on`, `${name}.on must be ${isDelivery ? TOPIC : OPERATION}`)
  const numbers = isDelivery ? (['delivery'] as const) : (['request', 'attempt'] as const)
  for (const member of numbers) {
    const number = misfortune[member] ?? (member === 'attempt' ? 1 : undefined)
    if (!Number.isSafeInteger(number) || (number as number) < 1)
      throw new OptionError(`${name}.${member}`, `${name}.${member} must be a whole number from 1`)
  }
  return misfortune
}
