import { OptionError, shown, wrongOption } from '../../../errors/option-error'
import { excerpt } from '../../../kernel/count-text'
import { didYouMean, nearestName } from '../../../kernel/nearest-name'
import { nearestRoute } from '../routes/nearest-route'
import { grammarOf, type Route, type Router } from '../routes/route'
import { isDeliveryPattern, matchesTopic, namesDeliveries, topicIn } from './delivery-pattern'
import { type FaultPattern, isAnySegment, matchesPath, readPattern } from './fault-pattern'

/** The operations and topics that the patterns of faults can name. */
export interface KnownOperations {
  readonly routes: Router
  topics(): readonly string[]
}

export const PATTERNS =
  '`METHOD /path/`, with {} for a segment and a final * for the rest, ' +
  '`DELIVERY` and *, a URL or a topic, or a function'

/**
 * Refuses a pattern that no operation can match, and names the nearest one.
 * @param withoutSlash whether the service accepts paths without their final slash
 * @param option the name of the argument
 * @throws OptionError
 */
export function checkPattern(
  { routes }: Pick<KnownOperations, 'routes'>,
  on: string,
  withoutSlash: boolean,
  option = 'on',
): void {
  const complaint = complaintAbout(routes, on, withoutSlash)
  if (complaint === undefined) return
  const { text, isWhole = false } = complaint
  const [method = '', path = ''] = on.split(' ')
  const asked = path.split('?', 1)[0]?.replaceAll('*', '{}') ?? ''
  const nearest = isWhole || asked === '' ? undefined : nearestRoute(routes.all, method.toUpperCase(), asked)
  throw new OptionError(
    option,
    `${option}: ${text}${nearest ? `; the nearest operation is ${nearest.key}` : ''}`,
  )
}

/** Characters of a pattern in a message. */
const SHOWN_AT_MOST = 100

interface Complaint {
  readonly text: string
  /** No operation needs to be named beside it. */
  readonly isWhole?: true
}

function complaintAbout(routes: Router, on: string, withoutSlash: boolean): Complaint | undefined {
  const [method = '', path = ''] = on.split(' ')
  const cut = excerpt(on, SHOWN_AT_MOST)
  if (namesDeliveries(on)) return { text: `${cut} names deliveries, not requests`, isWhole: true }
  const isMethod = METHODS.includes(method.toUpperCase())
  if (isMethod && method !== method.toUpperCase() && path !== '')
    return { text: `${cut} can hit nothing, because methods are in capital letters` }
  const pattern = isMethod ? readPattern(on) : undefined
  if (pattern === undefined) {
    const meant = patternMeantBy(routes, on, withoutSlash)
    if (meant) return { text: `${cut} is no pattern, perhaps ${meant}`, isWhole: true }
    const isForm = isMethod || path === ''
    return {
      text: isForm
        ? `${cut} is no pattern; a pattern is ${PATTERNS}`
        : `${cut} can hit nothing, because methods are ${METHODS.join(', ')} and DELIVERY`,
    }
  }
  if (path.includes('?'))
    return { text: `${cut} can hit nothing, because a pattern has no query; use a function` }
  if (path.slice(0, -1).includes('*'))
    return { text: `${cut} can hit nothing, because * only stands at the end; {} is one segment` }
  if (isReachable(routes, pattern.method, path, withoutSlash)) return undefined
  const isSlashMissing = isReachable(routes, pattern.method, `${path}/`, false)
  return { text: `no operation matches ${cut}${isSlashMissing ? '; it lacks its final slash' : ''}` }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', '*']

/** The pattern that a text was perhaps meant to be: a method, a path or a name alone, a URL, or with other spaces. */
function patternMeantBy(routes: Router, on: string, withoutSlash: boolean): string | undefined {
  const [first = '', ...rest] = on.trim().split(/\s+/)
  const isPath = /^(https?:\/)?\//i.test(first)
  const word = isPath ? '*' : nearestName(first, [...METHODS, 'DELIVERY'])
  if (word === undefined) return pathOf(routes, first)
  const place = (isPath ? first : rest.join('')).replace(/^https?:\/\/[^/]*/i, '')
  if (word === 'DELIVERY') return `DELIVERY ${place === '' ? '*' : place}`
  const path = place === '' || place === '*' ? '/public/*' : place
  const reached = [path, `${path}/`].find((one) => isReachable(routes, word, one, withoutSlash))
  return reached === undefined ? undefined : `${word} ${reached}`
}

/** The pattern for the records of a name alone, such as `invoices`. */
function pathOf(routes: Router, name: string): string | undefined {
  const route = routes.all.find(({ template }) => template.endsWith(`/${name}/`))
  return route && `* ${route.template}`
}

const isReachable = (routes: Router, method: string, path: string, withoutSlash: boolean): boolean =>
  reachedBy(routes, { method, path }, withoutSlash).length > 0

/** The operations that a pattern matches. @param withoutSlash whether paths need no final slash */
export const reachedBy = (routes: Router, { method, path }: FaultPattern, withoutSlash: boolean): Route[] =>
  routes.all.filter(
    (route) =>
      (method === '*' || method === route.method) &&
      [route.template, ...(withoutSlash ? [route.template.slice(0, -1)] : [])].some((template) =>
        matchesPath(path, template, (segment, known) =>
          known.startsWith('{')
            ? isAnySegment(segment) || grammarOf(known)(segment)
            : segment === known || (known !== '' && isAnySegment(segment)),
        ),
      ),
  )

/** Refuses a pattern of deliveries that names no topic. @throws OptionError */
export function checkDeliveryPattern(reach: KnownOperations, on: string, option = 'on'): void {
  const topics = reach.topics()
  if (!isDeliveryPattern(on)) {
    const meant = didYouMean(
      on,
      [...topics, '*'].map((topic) => `DELIVERY ${topic}`),
    )
    if (meant === '') throw wrongOption(option, PATTERNS, on)
    throw new OptionError(option, `${option} cannot be ${shown(on)}${meant}; it is ${PATTERNS}`)
  }
  const topic = topicIn(on)
  if (topic === undefined) return
  if (!topics.some((known) => matchesTopic(topic, known)))
    throw new OptionError(option, `${option}: no topic matches ${topic}${didYouMean(topic, topics)}`)
}
