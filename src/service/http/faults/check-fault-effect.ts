import { perhaps } from '../../../kernel/nearest-name'
import { checkMaintenanceOptions } from '../checks/maintenance'
import { isPermission, PERMISSION_NAMES } from '../checks/permissions'
import { isBodiless } from '../responses/bodiless'
import { demand, isCount } from './demand'
import { endOf } from './end-of'
import { FAULT_KINDS, type FaultKind } from './fault-kinds'
import type { FaultEffect, StatusEffect } from './fault-options'

/** Members allowed beside `status`. */
const BESIDE_STATUS = ['headers', 'body', 'retryAfter']

/** Validates the value of one kind of effect. */
type Check = (value: unknown, now: number, then: FaultEffect) => void

/** Validates an effect and returns its kind. @throws OptionError */
export function checkFaultEffect(then: FaultEffect, now: number): FaultKind {
  demand(typeof then === 'object' && then !== null, 'then', 'then is an object such as { status: 503 }')
  const kinds = FAULT_KINDS.filter((kind) => kind in then)
  const [kind] = kinds
  demand(
    kind !== undefined && kinds.length === 1,
    'then',
    `then has exactly one of ${FAULT_KINDS.join(', ')}${saidInstead(then)}`,
  )
  const stray = Object.keys(then).find(
    (name) => name !== kind && !(kind === 'status' && BESIDE_STATUS.includes(name)),
  )
  const meant = kind === 'status' && stray !== undefined ? perhaps(stray, BESIDE_STATUS) : ''
  demand(stray === undefined, `then.${stray}`, `then.${stray} means nothing beside ${kind}${meant}`)
  CHECKS[kind]((then as Record<string, unknown>)[kind], now, then)
  return kind
}

const saidInstead = (then: object): string => {
  const others = Object.keys(then).filter((name) => !(FAULT_KINDS as readonly string[]).includes(name))
  const [first] = others
  return first === undefined ? '' : `, not ${others.join(', ')}${perhaps(first, FAULT_KINDS)}`
}

const isTrue =
  (kind: FaultKind): Check =>
  (value) =>
    demand(value === true, `then.${kind}`, `then.${kind} is true`)

const isTrueOrNames =
  (kind: FaultKind): Check =>
  (value) =>
    demand(
      value === true || (Array.isArray(value) && value.length > 0 && value.every(isWord)),
      `then.${kind}`,
      `then.${kind} is true or an array of names`,
    )

const CHECKS: Readonly<Record<FaultKind, Check>> = {
  status: (_, __, then) => checkStatus(then as StatusEffect),
  networkError: isTrue('networkError'),
  loseResponse: isTrue('loseResponse'),
  delay: (value, now) => void endOf('then.delay', value as string, now),
  truncateBody: (value) =>
    demand(isCount(value), 'then.truncateBody', 'then.truncateBody is a number of characters, 0 or more'),
  malformedJson: isTrue('malformedJson'),
  contentType: (value) =>
    demand(
      typeof value === 'string' && value.trim() !== '' && areHeaders({ 'content-type': value }),
      'then.contentType',
      "then.contentType is a content type such as 'text/html'",
    ),
  staleRead: isTrue('staleRead'),
  pageDrift: checkDrift,
  revokeKey: isTrue('revokeKey'),
  losePermission: checkLostPermission,
  lapseSubscription: isTrueOrNames('lapseSubscription'),
  maintenance: checkWindow,
  timeout: isTrue('timeout'),
  duplicate: isTrue('duplicate'),
}

function checkStatus({ status, headers, body, retryAfter }: StatusEffect): void {
  demand(
    Number.isInteger(status) && status >= 200 && status <= 599,
    'then.status',
    'then.status is a whole number from 200 to 599',
  )
  demand(
    retryAfter === undefined || isCount(retryAfter),
    'then.retryAfter',
    'then.retryAfter is a whole number of seconds, 0 or more',
  )
  demand(
    headers === undefined || areHeaders(headers),
    'then.headers',
    'then.headers is an object of header texts',
  )
  demand(body === undefined || isJson(body), 'then.body', 'then.body is a text or what JSON can say')
  demand(
    body === undefined || !isBodiless(status),
    'then.body',
    `a response with status ${status} has no body`,
  )
}

function checkLostPermission(value: unknown, now: number, then: FaultEffect): void {
  isTrueOrNames('losePermission')(value, now, then)
  demand(
    value === true || (value as readonly string[]).every(isPermission),
    'then.losePermission',
    `then.losePermission names permissions: ${PERMISSION_NAMES}`,
  )
}

function checkDrift(value: unknown): void {
  const [entry, ...more] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  demand(
    entry !== undefined &&
      more.length === 0 &&
      ['create', 'remove'].includes(entry[0]) &&
      isCount(entry[1]) &&
      entry[1] > 0,
    'then.pageDrift',
    'then.pageDrift is { create: n } or { remove: n }, n a whole number above 0',
  )
}

function checkWindow(value: unknown, now: number): void {
  if (value === true) return
  demand(
    typeof value === 'object' && value !== null,
    'then.maintenance',
    "then.maintenance is true, or an object such as { for: '10 minutes' }",
  )
  checkMaintenanceOptions(value, now, 'then.maintenance.')
  const { for: duration } = value as { for?: unknown }
  demand(duration !== undefined, 'then.maintenance.for', 'then.maintenance.for says how long it lasts')
}

function areHeaders(headers: unknown): boolean {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  if (!Object.values(headers).every((value) => typeof value === 'string')) return false
  try {
    new Headers(headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

function isJson(body: unknown): boolean {
  try {
    return JSON.stringify(body) !== undefined
  } catch {
    return false
  }
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== ''
