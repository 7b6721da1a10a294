import { execute } from '../engine/execute'
import type { Registry } from '../engine/model/registry'
import { Traffic } from '../events/traffic/traffic'
import type { WireBody } from '../events/traffic/wire-message'
import { startOf } from '../kernel/plain-date'
import type { Sandbox } from '../openapi/examples'
import { allRoutes } from '../service/all-routes'
import { faultReach } from '../service/fault-reach'
import type { ApiKeyRow } from '../service/http/checks/identify'
import { Faults } from '../service/http/faults/faults'
import { handle } from '../service/http/handle'
import { ParkedResponses } from '../service/http/responses/parked-responses'
import { textBody } from '../service/http/text-body'
import type { Wire } from '../service/http/wire'
import { fillOutbox } from '../service/webhooks/outbox'
import { deliveriesIn } from '../service/webhooks/rows'
import { newWorld } from '../worlds/new-world'
import { FIRST_ORGANIZATION } from '../worlds/options/api-keys'
import type { Settings } from '../worlds/options/settings'

const KEY = 'test-api-key'
const HOUR = 3_600_000
const NOW = startOf('2026-01-15') + 9 * HOUR

/** A separate service with the preset world and the same assumptions, which answers the example requests. */
export function openapiSandbox(registry: Registry, settings: Settings): Sandbox {
  const world = newWorld(registry, {
    ...settings,
    world: 'small-company',
    now: NOW,
    seed: 1,
    clock: 'manual',
    strict: false,
  })
  const key: ApiKeyRow = {
    key: KEY,
    organization: FIRST_ORGANIZATION,
    permissions: 'all',
    label: 'API key',
    person: null,
    revoked: false,
  }
  world.store.table<ApiKeyRow>('', 'apiKeys').put(key)
  world.store.history.onCommit((changes) => void fillOutbox(world, changes))
  const routes = allRoutes(registry)
  const [faults, parked, traffic] = [
    new Faults(world, faultReach(registry)),
    new ParkedResponses(world),
    new Traffic(),
  ]
  const wire: Wire = { world, routes, rateLimits: false, faults, parked, traffic }
  return {
    routes: routes.all,
    ask({ method, path, body, parts, key: sent = KEY }) {
      const headers = {
        'content-type': 'application/json',
        ...(sent !== null && { 'x-api-key': sent }),
      }
      const url = new URL(path, settings.baseUrl)
      const outcome = handle(wire, { method, url, headers, body: wireBody(body, parts) })
      const reply = outcome.kind === 'reply' ? outcome.reply : { status: 500, body: '' }
      return { status: reply.status, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
    },
    put(resource, body) {
      if (!registry.find(resource)) return
      const actor = { actor_type: 'system', email: null, first_name: null, last_name: null }
      execute(world, { resource, verb: 'create', organization: FIRST_ORGANIZATION, actor, body })
    },
    deliveries: () => [...deliveriesIn(world.store, FIRST_ORGANIZATION).rows()].map(({ body }) => body),
  }
}

function wireBody(body: unknown, parts: Parameters<Sandbox['ask']>[0]['parts']): WireBody {
  if (parts) return { kind: 'multipart', parts }
  if (body === undefined) return { kind: 'none' }
  return textBody(new TextEncoder().encode(JSON.stringify(body)))
}
