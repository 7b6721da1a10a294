import { OptionError, wrongChoice, wrongOption } from '../../../errors/option-error'
import { perhaps } from '../../../kernel/nearest-name'
import { isKindName, KIND_NAMES, kindOf } from './kinds'
import type { Misfortune, Plan } from './plan'

const TOPIC = "a delivery such as 'DELIVERY core.invoice/created'"
const OPERATION = "an operation such as 'POST /public/v1/invoices/'"
const MEMBERS = ['on', 'request', 'attempt', 'delivery', 'do']

/** @throws OptionError naming the invalid member, such as `plan[1].do` */
export function checkPlan(plan: unknown, name = 'plan'): Plan {
  if (!Array.isArray(plan)) throw wrongOption(name, 'an array of misfortunes', plan)
  return plan.map((one, index) => checkMisfortune(one, `${name}[${index}]`))
}

function checkMisfortune(given: unknown, name: string): Misfortune {
  if (typeof given !== 'object' || given === null)
    throw wrongOption(name, 'a misfortune such as { on, request, attempt, do }', given)
  const misfortune = given as Misfortune
  const unknown = Object.keys(misfortune).find((member) => !MEMBERS.includes(member))
  if (unknown !== undefined)
    throw new OptionError(
      `${name}.${unknown}`,
      `${name} has no ${unknown}${perhaps(unknown, MEMBERS)}; it has ${MEMBERS.join(', ')}`,
    )
  if (!isKindName(misfortune.do)) throw wrongChoice(`${name}.do`, KIND_NAMES, misfortune.do)
  const isDelivery = kindOf(misfortune.do).to === 'delivery'
  if (typeof misfortune.on !== 'string' || misfortune.on.startsWith('DELIVERY ') !== isDelivery)
    throw wrongOption(`${name}.on`, isDelivery ? TOPIC : OPERATION, misfortune.on)
  const numbers = isDelivery ? (['delivery'] as const) : (['request', 'attempt'] as const)
  for (const member of numbers) {
    const number = misfortune[member] ?? (member === 'attempt' ? 1 : undefined)
    if (!Number.isSafeInteger(number) || (number as number) < 1)
      throw wrongOption(`${name}.${member}`, 'a whole number from 1', number)
  }
  return misfortune
}
