import type { Simulator } from '../../index'
import { editDistance } from '../../kernel/edit-distance'

/** Letters that a misspelt word may lack, have too many or have wrong. */
const SLIPS = 1
/** Shorter words are too much alike: `gone` and `good` may both be meant. */
const SHORTEST = 6

/**
 * Receivers that got nothing, because their address and that of a registered webhook are not spelt alike: no webhook is
 * registered below the one, nothing is connected to the other, and a delivery went there.
 */
export function misspeltReceivers(simulator: Simulator): string[] {
  const prefixes = simulator.webhooks.targets.flatMap(({ prefix }) => prefix ?? [])
  if (prefixes.length === 0) return []
  const faces = simulator.organizations().map((name) => simulator.organization(name).webhooks)
  const urls = faces.flatMap(({ registered, attempts }) => [
    ...registered.map(({ url }) => url),
    ...attempts.map(({ request }) => request.url),
  ])
  const idle = prefixes.filter((prefix) => !urls.some((url) => new URL(url).href.startsWith(prefix)))
  if (idle.length === 0) return []
  const refused = faces.flatMap(({ attempts }) =>
    attempts.flatMap(({ request: { url }, response }) =>
      response === null && simulator.webhooks.receivers.at(url) === undefined ? [url] : [],
    ),
  )
  return idle.flatMap((prefix) => {
    const meant = refused.find((url) => isSlip(prefix, url))
    if (meant === undefined) return []
    const but = `the receiver of ${prefix} got nothing, and the deliveries to ${meant} were refused`
    return [`${but}, because nothing is connected there: is one of the two misspelt?`]
  })
}

/** Tells whether the words of a prefix are those at the beginning of the URL, but for slips. Numbers are meant. */
function isSlip(prefix: string, url: string): boolean {
  const ports = [prefix, url].map((one) => new URL(one).port)
  // Two ports of one host are two services.
  if (ports.includes('') && placeOf(url).startsWith(placeOf(prefix))) return true
  const words = wordsOf(url)
  const pairs = wordsOf(prefix).map((word, place) => [word, words[place] ?? ''] as const)
  const others = pairs.filter(([word, other]) => word !== other)
  return others.length > 0 && others.every(([word, other]) => isSlipOf(word, other))
}

const isSlipOf = (word: string, other: string): boolean =>
  Math.min(word.length, other.length) >= SHORTEST &&
  editDistance(word, other) <= SLIPS &&
  word.replace(/\d/g, '') !== other.replace(/\d/g, '')

/** The part of an address that is left where people leave parts out. */
const placeOf = (url: string): string =>
  new URL(url).href.replace(/^https?:\/\/(www\.)?([^/:]+)(:\d+)?/, '$2').replace(/\/?$/, '/')

const wordsOf = (url: string): string[] =>
  new URL(url).href.split(/[^a-z0-9]+/i).filter((word) => word !== '')
