import type { World } from '../../engine/model/context'
import { type Message, messages, Problems, refuse } from '../../engine/model/refusals'
import { wireInstant } from '../../engine/model/wire-instant'
import { readPaging } from '../../engine/read/query'
import { flag, list, optional, text } from '../../engine/schema/fields'
import { readMembers } from '../../engine/write/read-body'
import { isUrl } from '../../host-time/platform'
import { createdStatus } from '../http/routes/definition-routes'
import { type Requirements, type Route, type RouteCall, type RouteReply, route } from '../http/routes/route'
import { changeWebhook, deactivate, reactivate } from './endpoint-status'
import { beginOfLog } from './log'
import { isPublicHttpsUrl } from './public-url'
import { type DeliveryRow, deliveriesIn, isWaiting, type WebhookRow, webhooksIn } from './rows'
import { unschedule } from './schedule'
import { topicsOf } from './topics'

const REGISTRATION = { url: text(), topics: list(text()) }
const CHANGE = { url: optional(text()), is_active: optional(flag()) }
const SECRET_LENGTH = 32

function topics({ world }: RouteCall): RouteReply {
  world.assumptions.noteUse('webhook-topics')
  return reply(
    topicsOf(world.registry).map((name) => ({ name })),
    'listed topics',
  )
}

/** Registers a webhook. Only this response contains the secret (§14.1). */
function register(call: RouteCall): RouteReply {
  const { world, body } = call
  const { url, topics: wanted } = readMembers(world, REGISTRATION, body) as { url: string; topics: string[] }
  world.assumptions.noteUse('webhook-shapes', 'webhook-topics')
  const problems = new Problems()
  if (!isAllowedUrl(world, url)) problems.add('url', messages.publicUrl)
  if (wanted.length === 0) problems.add('topics', messages.required)
  const known = new Set(topicsOf(world.registry))
  for (const topic of wanted) if (!known.has(topic)) problems.add('topics', messages.topic(topic))
  problems.throwIfAny()
  const hooks = webhooksIn(call)
  const id = world.random.uuid()
  const row: WebhookRow = {
    id,
    turn: Math.max(0, ...[...hooks.rows()].map(({ turn }) => turn)) + 1,
    url,
    topics: [...new Set(wanted)],
    secret: `whsec_${world.random.token(SECRET_LENGTH)}`,
    is_active: true,
    disabled_at: null,
    disabled_reason: '',
    created_at: world.clock.instant,
    last_modified_at: world.clock.instant,
    failing_since: null,
  }
  hooks.put(row)
  const { secret, is_active } = row
  return {
    status: createdStatus(world, 201),
    body: { uuid: id, url, topics: row.topics, secret, is_active },
    summary: `registered webhook ${id}`,
  }
}

function listAll(call: RouteCall): RouteReply {
  const { world, query } = call
  world.assumptions.noteUse('webhook-shapes')
  world.assumptions.noteUse('list-parameters')
  const search = readListParameters(query)
  const hooks = [...webhooksIn(call).rows()]
    .filter(({ url }) => url.toLowerCase().includes(search))
    .sort((a, b) => a.turn - b.turn)
  return page(
    call,
    hooks.map((hook) => webhookBody(world, hook)),
    'webhooks',
  )
}

function read(call: RouteCall): RouteReply {
  const { world } = call
  world.assumptions.noteUse('webhook-shapes')
  const hook = existing(call)
  return reply(webhookBody(world, hook), `read webhook ${hook.id}`)
}

function update(call: RouteCall): RouteReply {
  const { world, body } = call
  const hook = existing(call)
  const {
    url,
    is_active,
  }: {
    url?: string
    is_active?: boolean
  } = readMembers(world, CHANGE, body, { partial: true })
  world.assumptions.noteUse('webhook-shapes')
  if (url !== undefined) {
    if (!isAllowedUrl(world, url)) throw refuse.invalid({ url: [messages.publicUrl] })
    world.assumptions.noteUse('webhook-url-change')
    changeWebhook(call, hook.id, { url, last_modified_at: world.clock.instant })
  }
  if (is_active === true && !hook.is_active) reactivate(call, hook.id)
  if (is_active === false && hook.is_active) deactivate(call, hook.id)
  return reply(webhookBody(world, existing(call)), `updated webhook ${hook.id}`)
}

function remove(call: RouteCall): RouteReply {
  const hook = existing(call)
  const deliveries = deliveriesIn(call)
  for (const id of [...deliveries.keysWhere('webhook_uuid', hook.id)]) {
    unschedule(call, id as number)
    deliveries.remove(id)
  }
  webhooksIn(call).remove(hook.id)
  return reply({ success: true }, `deleted webhook ${hook.id}`)
}

function log(call: RouteCall): RouteReply {
  const { world, query } = call
  const hook = existing(call)
  const deliveries = deliveriesIn(call)
  const oldest = beginOfLog(world)
  const search = readListParameters(query)
  const shownOnes = deliveries
    .rowsWhere('webhook_uuid', hook.id)
    .filter((one) => one.copy_of === null && (one.created_at >= oldest || isWaiting(one)))
    .filter(({ topic }) => topic.includes(search))
  return page(
    call,
    shownOnes.reverse().map((one) => entry(world, one)),
    'deliveries',
  )
}

/** The search text in lower case. There is only one order, and there are no filters (§8.2). */
function readListParameters(query: RouteCall['query']): string {
  const errors: Record<string, Message[]> = {}
  for (const name of ['company_id', 'number']) if (query.has(name)) errors[name] = [messages.unknownMember]
  const ordering = query.get('ordering')?.at(-1) ?? 'id'
  if (ordering !== 'id') errors.ordering = [messages.ordering(ordering)]
  if (Object.keys(errors).length > 0) throw refuse.invalid(errors)
  return query.get('search')?.at(-1)?.toLowerCase() ?? ''
}

function isAllowedUrl(world: World, url: string): boolean {
  const isLoopbackAllowed = world.assumptions.read('webhook-url') === 'allow-loopback-http'
  return isPublicHttpsUrl(url) || (isLoopbackAllowed && isLoopbackHttpUrl(url))
}

function existing(call: RouteCall): WebhookRow {
  const [uuid = ''] = call.parameters
  const hook = webhooksIn(call).get(uuid.toLowerCase())
  if (!hook) throw refuse.missing('Webhook')
  return hook
}

const reply = (body: unknown, summary: string): RouteReply => ({ status: 200, body, summary })

function page(
  { world, query }: Pick<RouteCall, 'world' | 'query'>,
  all: readonly unknown[],
  what: string,
): RouteReply {
  const { limit, offset } = readPaging(world, query)
  const items = all.slice(offset, offset + limit)
  return reply({ items, count: all.length }, `listed ${items.length} of ${all.length} ${what}`)
}

const webhookBody = (world: World, hook: WebhookRow) => ({
  uuid: hook.id,
  url: hook.url,
  topics: hook.topics,
  is_active: hook.is_active,
  disabled_at: wireInstant(world, hook.disabled_at),
  disabled_reason: hook.disabled_reason,
  created_at: wireInstant(world, hook.created_at),
  last_modified_at: wireInstant(world, hook.last_modified_at),
})

const entry = (world: World, delivery: DeliveryRow) => ({
  event_id: delivery.event_id,
  topic: delivery.topic,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.response_status,
  last_error: delivery.last_error,
  delivered_at: wireInstant(world, delivery.delivered_at),
  created_at: wireInstant(world, delivery.created_at),
})

const PERMISSIONS: Readonly<Record<string, string>> = {
  POST: 'INTEGRATION:create',
  GET: 'INTEGRATION:view',
  PATCH: 'INTEGRATION:edit',
  DELETE: 'INTEGRATION:archive',
}

function webhookRoute(
  method: string,
  path: string,
  takes: Route['takes'],
  run: Route['run'],
  requires: Requirements = {},
): Route {
  const permission = PERMISSIONS[method] as string
  return route(method, `/public/v2/webhooks/${path}`, { group: 'webhooks', takes, permission, requires, run })
}

/** The operations of webhooks (§14.1). */
export const WEBHOOK_ROUTES: readonly Route[] = [
  webhookRoute('GET', 'topics/', 'nothing', topics),
  webhookRoute('GET', '', 'nothing', listAll),
  webhookRoute('POST', '', 'json', register),
  webhookRoute('GET', '{uuid}/', 'nothing', read, { 'webhook-get-one': 'on' }),
  webhookRoute('PATCH', '{uuid}/', 'json', update),
  webhookRoute('DELETE', '{uuid}/', 'nothing', remove),
  webhookRoute('GET', '{uuid}/deliveries/', 'nothing', log),
]

/** True for HTTP to 127.0.0.1, which receivers under development use (§14.1). */
const isLoopbackHttpUrl = (text: string): boolean =>
  /^http:\/\/127\.0\.0\.1(:\d+)?([/?#]\S*)?$/i.test(text) && isUrl(text)
