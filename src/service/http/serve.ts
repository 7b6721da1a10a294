import type { Registry } from '../../engine/model/compiled-type'
import type { AnswerForm, World } from '../../engine/model/context'
import { reformed } from '../../engine/read/answer-form'
import type { WireRequest, WireResponse } from '../../events/traffic/wire-message'
import type { Store } from '../../kernel/store'
import { checkPermission, identify, refuseUnreadKey } from './checks/caller'
import { checkMaintenance } from './checks/maintenance'
import { readCommand } from './checks/read-command'
import { checkSubscription } from './checks/subscription'
import { findReply, isReplayFirst, replayOf } from './idempotency/find-reply'
import { withoutParameterNames } from './rate-limits/limits'
import { throttle } from './rate-limits/throttle'
import { isBodiless } from './responses/bodiless'
import { internalError } from './responses/internal-error'
import { WireRefusal } from './responses/wire-refusal'
import { findOperation } from './routes/find-operation'
import type { Match, Route } from './routes/route'
import { runOperation } from './run-operation'
import type { ServiceContext } from './service-context'

/** Runs the checks of a request in order (§7.5), then the operation, which reads `past` if it is given. */
export function serveRequest(
  { world, rateLimits, routes, traffic, onThrown }: ServiceContext,
  request: WireRequest,
  match: Match,
  past?: Store,
): WireResponse {
  const reply = replyOrRefusal(world, onThrown, () => {
    checkMaintenance(world)
    const caller = identify(world, request.headers)
    const replayed = isReplayFirst(world) ? replayOf(world, caller, request) : undefined
    if (replayed) return replayed
    const shownLimit = throttle(world, rateLimits, caller, match)
    const limited = replyOrRefusal(world, onThrown, () => {
      const { route, parameters } = findOperation(world, routes, match, request)
      checkPermission(world, caller, route)
      checkSubscription(world, caller, route)
      refuseUnreadKey(world, request)
      const { claim, stored } = findReply(world, caller, request, traffic)
      if (stored) return stored
      const asked = past ? { ...world, store: past } : world
      return runOperation(asked, route, readCommand(asked, caller, request, route, parameters), claim)
    })
    if (!shownLimit) return limited
    const { bucket, headers } = shownLimit
    // Not a spread: some engines give each object of a spread a hidden class of its own.
    return Object.assign({}, limited, { headers: Object.assign({}, limited.headers, headers), bucket })
  })
  return applyCustomAnswers(world, reply, match)
}

/** The response of a function, or of the refusal or bug that it throws. */
function replyOrRefusal(
  { assumptions }: World,
  onThrown: ServiceContext['onThrown'],
  work: () => WireResponse,
): WireResponse {
  try {
    return work()
  } catch (error) {
    assumptions.noteUse('check-order', 'error-texts')
    return error instanceof WireRefusal ? error.reply : internalError(onThrown, error)
  }
}

/** The response with the changes that the option `answers` makes (§17). */
function applyCustomAnswers({ answers, registry }: World, reply: WireResponse, match: Match): WireResponse {
  if (answers === undefined) return reply
  const { reword, headers, statuses, form } = answers
  const customized = { ...reply, headers: { ...headers, ...reply.headers } }
  if (reply.status >= 400) return reword ? { ...customized, body: reworded(reply.body, reword) } : customized
  const route = match.kind === 'route' ? match.route : undefined
  const status = statuses.get(withoutParameterNames(route?.key ?? '')) ?? reply.status
  if (isBodiless(status)) {
    const { 'content-type': _, ...others } = customized.headers
    return { ...customized, status, headers: others, body: '' }
  }
  if (form === undefined || reply.body === '') return { ...customized, status }
  const body = bodyIn(registry, form, route?.operation, JSON.parse(reply.body))
  return { ...customized, status, body: JSON.stringify(body) }
}

function reworded(body: string, reword: (text: string) => string): string {
  const parsed = JSON.parse(body) as { success: boolean; errors: Readonly<Record<string, readonly string[]>> }
  const errors = Object.entries(parsed.errors).map(([member, texts]) => [member, texts.map(reword)])
  return JSON.stringify({ ...parsed, errors: Object.fromEntries(errors) })
}

function bodyIn(registry: Registry, form: AnswerForm, operation: Route['operation'], body: unknown): unknown {
  const isOfRecords = operation !== undefined && operation.verb !== 'view' && operation.verb !== 'act'
  const record = isOfRecords ? operation.definition.name : undefined
  const isPage = operation?.verb === 'list' && !Array.isArray(body)
  if (!isPage) return reformed(registry, form, record, body)
  return { ...(body as ListPage), items: reformed(registry, form, record, (body as ListPage).items) }
}

interface ListPage {
  readonly items: unknown
}
