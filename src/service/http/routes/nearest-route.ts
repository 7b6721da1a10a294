import { editDistance } from '../../../kernel/edit-distance'
import type { Route } from './route'

/** Suggests the route for a mistyped path: the one with the most similar segments; of equals, the first. */
export function nearestRoute<R extends Pick<Route, 'method' | 'template'>>(
  routes: readonly R[],
  method: string,
  pathname: string,
): R | undefined {
  const asked = pathname.split('/').filter((segment) => segment !== '')
  let best: R | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  for (const route of routes) {
    const template = route.template.split('/').slice(1, -1)
    // Compared from the end, too, because the path may lack a segment at its beginning.
    const fromTheEnd = likeness([...template].reverse(), [...asked].reverse())
    const score = Math.max(likeness(template, asked), fromTheEnd) + (route.method === method ? 0.5 : 0)
    if (score > bestScore) {
      best = route
      bestScore = score
    }
  }
  return bestScore > 0 ? best : undefined
}

/** True if a word of the path resembles a word of the route. `/public/v1/nothing/` resembles none. */
export const isNear = ({ template }: Pick<Route, 'template'>, pathname: string): boolean =>
  template
    .split('/')
    .slice(FIRST_WORD)
    .some((word) => pathname.split('/').some((given) => isLike(word, given)))

const isLike = (word: string, given: string): boolean =>
  resemblance(word, given) >= NEAR || (given.length >= WHOLE && word.includes(given))

/** The index of the segment after `/public/v1/`. */
const FIRST_WORD = 3
/** Half of the letters agree. */
const NEAR = 0.5
/** The fewest letters of a word that counts as a part of another word. */
const WHOLE = 5

function likeness(template: readonly string[], asked: readonly string[]): number {
  let score = -Math.abs(template.length - asked.length) * 2
  for (const [position, segment] of template.entries()) {
    const given = asked[position]
    if (given === undefined) continue
    if (segment === given) score += 4
    else if (segment.startsWith('{')) score += 1
    else score += 2 * resemblance(segment, given)
  }
  return score
}

const LONGEST = 60

/** 1 if the texts differ by case only; lower for every different letter. */
const resemblance = (one: string, other: string): number =>
  other.length > LONGEST ? 0 : 1 - editDistance(one, other.toLowerCase()) / Math.max(one.length, other.length)
