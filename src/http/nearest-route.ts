import type { Route } from './routes'

/** The route a mistyped path probably meant: the one that shares most of its segments, then the shortest. */
export function nearestRoute(routes: readonly Route[], method: string, pathname: string): Route | undefined {
  const asked = pathname.split('/').filter((segment) => segment !== '')
  let best: Route | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  for (const route of routes) {
    const score =
      likeness(route.template.split('/').slice(1, -1), asked) + (route.method === method ? 0.5 : 0)
    if (score > bestScore) {
      best = route
      bestScore = score
    }
  }
  return bestScore > 0 ? best : undefined
}

function likeness(template: readonly string[], asked: readonly string[]): number {
  let score = -Math.abs(template.length - asked.length) * 2
  for (const [position, segment] of template.entries()) {
    const given = asked[position]
    if (given === undefined) continue
    if (segment === given) score += 4
    else if (segment.startsWith('{')) score += 1
    else score += (2 * sharedStart(segment, given)) / Math.max(segment.length, given.length)
  }
  return score
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
