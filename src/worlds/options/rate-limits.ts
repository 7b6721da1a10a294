import { OptionError } from '../../errors/option-error'
import { mapOf, members, orUndefined, positive, type Reader, whole } from '../../errors/reader'
import { type RateLimits, withoutParameterNames } from '../../service/http/rate-limits/limits'
import { nearestRoute } from '../../service/http/routes/nearest-route'
import type { Router } from '../../service/http/routes/route'

/** Refuses unknown operations. @throws OptionError naming the nearest operation */
export function checkRoutes(
  option: string,
  routes: Readonly<Record<string, unknown>>,
  { all }: Router,
): void {
  const named = Object.keys(routes)
  // Most simulators and forks name no operation.
  const known = new Set(named.length === 0 ? [] : all.map(({ key }) => withoutParameterNames(key)))
  for (const route of named) {
    if (known.has(withoutParameterNames(route))) continue
    const [method = '', path = ''] = route.split(' ')
    const nearest = nearestRoute(all, method.toUpperCase(), path)?.key ?? 'POST /public/v1/invoices/'
    throw new OptionError(
      `${option}['${route}']`,
      `${option} must name operations, not '${route}'; perhaps ${nearest}`,
    )
  }
}

const rate = members(
  { burst: whole(1), refillPerSecond: positive },
  '{ burst, refillPerSecond } with numbers above 0',
)
const readLimits = members({
  aggregate: orUndefined(rate),
  endpoint: orUndefined(rate),
  routes: orUndefined(mapOf(rate, 'an object of operations')),
})

/** @throws OptionError naming the wrong rate */
export const readRateLimits: Reader<RateLimits> = (given, option) =>
  given === false ? false : readLimits(given, option)
