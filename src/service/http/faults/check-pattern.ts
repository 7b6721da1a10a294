import { OptionError, wrongOption } from '../../../errors/option-error'
import { perhaps } from '../../../kernel/nearest-name'
import { nearestRoute } from '../routes/nearest-route'
import { grammarOf } from '../routes/path-parameter'
import type { Router } from '../routes/router'
import { isDeliveryPattern, matchesTopic, topicIn } from './delivery-pattern'
import { isAnySegment, matchesPath, readPattern } from './fault-pattern'

/** What the patterns of faults can name. */
export interface Reach {
  readonly routes: Router
  topics(): readonly string[]
}

export const PATTERNS =
  '`METHOD /path/`, with {} for one segment and a final * for any remainder, ' +
  '`DELIVERY` and *, a URL or a topic, or a function'

/**
 * Refuses a pattern that no operation can match, and names the nearest one.
 * @param isBare whether the service accepts paths without their final slash
 * @param option the name of the argument
 * @throws OptionError
 */
export function checkPattern(
  { routes }: Pick<Reach, 'routes'>,
  on: string,
  isBare: boolean,
  option = 'on',
): void {
  const complaint = complaintAbout(routes, on, isBare)
  if (complaint === undefined) return
  const [method = '', path = ''] = on.split(' ')
  const asked = path.split('?', 1)[0]?.replaceAll('*', '{}') ?? ''
  const nearest = asked === '' ? undefined : nearestRoute(routes.all, method.toUpperCase(), asked)
  throw new OptionError(
    option,
    `${option}: ${complaint}${nearest ? `; the nearest operation is ${nearest.key}` : ''}`,
  )
}

/** Characters of a pattern in a message. */
const SHOWN_AT_MOST = 100

function complaintAbout(routes: Router, on: string, isBare: boolean): string | undefined {
  const [method = '', path = ''] = on.split(' ')
  const shown = on.length > SHOWN_AT_MOST ? `${on.slice(0, SHOWN_AT_MOST)}…` : on
  if (method !== method.toUpperCase() && path !== '')
    return `${shown} can hit nothing, because methods are in capital letters`
  const pattern = readPattern(on)
  if (pattern === undefined) return `${shown} is no pattern; a pattern is ${PATTERNS}`
  if (path.includes('?')) return `${shown} can hit nothing, because a pattern has no query; use a function`
  if (path.slice(0, -1).includes('*'))
    return `${shown} can hit nothing, because * only stands at the end; {} is one segment`
  if (isReachable(routes, pattern.method, path, isBare)) return undefined
  const isSlashMissing = isReachable(routes, pattern.method, `${path}/`, false)
  return `no operation matches ${shown}${isSlashMissing ? '; it lacks its final slash' : ''}`
}

const isReachable = (routes: Router, method: string, path: string, isBare: boolean): boolean =>
  routes.all.some(
    (route) =>
      (method === '*' || method === route.method) &&
      [route.template, ...(isBare ? [route.template.slice(0, -1)] : [])].some((template) =>
        matchesPath(path, template, (segment, known) =>
          known.startsWith('{')
            ? isAnySegment(segment) || grammarOf(known)(segment)
            : segment === known || (known !== '' && isAnySegment(segment)),
        ),
      ),
  )

/** Refuses a pattern of deliveries that names no topic. @throws OptionError */
export function checkDeliveryPattern(reach: Reach, on: string, option = 'on'): void {
  if (!isDeliveryPattern(on)) throw wrongOption(option, PATTERNS, on)
  const topic = topicIn(on)
  if (topic === undefined) return
  const topics = reach.topics()
  if (!topics.some((known) => matchesTopic(topic, known)))
    throw new OptionError(option, `${option}: no topic matches ${topic}${perhaps(topic, topics)}`)
}
