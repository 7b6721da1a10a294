import { editDistance } from '../../../kernel/edit-distance'
import type { Route } from './route'

/** Suggests the route for a mistyped path: the one that shares most segments; of equals the shortest. */
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
    // A segment may be missing at the beginning.
    const fromTheEnd = likeness([...template].reverse(), [...asked].reverse())
    const score = Math.max(likeness(template, asked), fromTheEnd) + (route.method === method ? 0.5 : 0)
    if (score > bestScore) {
      best = route
      bestScore = score
    }
  }
  return bestScore > 0 ? best : undefined
}

/** Tells whether a word of the path is like one of the route: whoever asks for `/public/v1/nothing/` means none. */
export const isNear = ({ template }: Pick<Route, 'template'>, pathname: string): boolean =>
  template
    .split('/')
    .slice(FIRST_WORD)
    .some((word) => pathname.split('/').some((given) => isLike(word, given)))

const isLike = (word: string, given: string): boolean =>
  resemblance(word, given) >= NEAR || (given.length >= WHOLE && word.includes(given))

/** It comes after `/public/v1/`. */
const FIRST_WORD = 3
/** Half of the letters. */
const NEAR = 0.5
/** The letters of a word that is a part of another one. */
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
