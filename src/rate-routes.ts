import { type RateLimits, unnamed } from './http/rate-limits/rate-policy'
import { nearestRoute } from './http/routes/nearest-route'
import type { Router } from './http/routes/router'
import { OptionError } from './option-error'

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
