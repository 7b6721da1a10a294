import { checkMembers } from '../../errors/check-members'
import { OptionError, wrongOption } from '../../errors/option-error'
import { type RateLimits, unnamed } from '../../service/http/rate-limits/rate-policy'
import { nearestRoute } from '../../service/http/routes/nearest-route'
import type { Router } from '../../service/http/routes/router'
import { isPlainObject } from './is-plain-object'

/** Refuses rates of operations that do not exist. @throws OptionError naming the nearest one */
export function checkRateRoutes(limits: RateLimits, { all }: Router): void {
  if (limits === false) return
  const known = new Set(all.map(({ key }) => unnamed(key)))
  for (const route of Object.keys(limits.routes ?? {})) {
    if (known.has(unnamed(route))) continue
    const [method = '', path = ''] = route.split(' ')
    const nearest = nearestRoute(all, method.toUpperCase(), path)?.key ?? 'POST /public/v1/invoices/'
    throw new OptionError(
      `rateLimits.routes['${route}']`,
      `rateLimits.routes must name operations, not '${route}'; perhaps ${nearest}`,
    )
  }
}

/** @throws OptionError naming the wrong rate */
export function readRateLimits(value: unknown): RateLimits {
  if (value === false) return false
  checkMembers('rateLimits', value, ['aggregate', 'endpoint', 'routes'])
  const { routes = {}, ...shared } = value as Exclude<RateLimits, false>
  if (!isPlainObject(routes)) throw wrongOption('rateLimits.routes', 'an object of operations', routes)
  for (const [name, rate] of Object.entries({ ...shared, ...routes })) {
    if (isPlainObject(rate)) checkMembers(`rateLimits.${name}`, rate, ['burst', 'refillPerSecond'])
    const { burst, refillPerSecond } = (rate ?? {}) as { burst?: unknown; refillPerSecond?: unknown }
    const isRate =
      Number.isInteger(burst) &&
      (burst as number) >= 1 &&
      Number.isFinite(refillPerSecond) &&
      (refillPerSecond as number) > 0
    if (!isRate)
      throw wrongOption(
        'rateLimits',
        '{ burst, refillPerSecond } with numbers above 0',
        rate,
        `rateLimits.${name}`,
      )
  }
  return value as RateLimits
}
