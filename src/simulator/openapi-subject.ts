import { Assumptions } from '../assumptions/index'
import { executeForHost } from '../engine/execute'
import type { Registry } from '../engine/model/compiled-type'
import type { WireBody } from '../events/traffic/wire-message'
import { utf8Bytes } from '../host-time/platform'
import { startOf } from '../kernel/plain-date'
import type { DocumentInput } from '../openapi/document'
import type { ExampleRequest, ExampleService } from '../openapi/examples'
import { allRoutes } from '../service/all-routes'
import { handle } from '../service/http/handle'
import { textBody } from '../service/http/read-bytes'
import { deliveriesIn } from '../service/webhooks/rows'
import { customAnswers } from '../worlds/options/answers'
import { FIRST_ORGANIZATION, readApiKeys, type Settings } from '../worlds/options/settings'
import { SimulatorParts } from './simulator-parts'

/** The data from which the OpenAPI document of a simulator is built (docs/service.md §5). */
export const openapiSubject = (registry: Registry, settings: Settings): DocumentInput => ({
  registry,
  routes: allRoutes(registry).all,
  answers: customAnswers(registry, allRoutes(registry), settings.answers),
  // A separate instance, so that describing an assumption does not count as using it.
  assumptions: new Assumptions(settings.assumptions),
  baseUrl: settings.baseUrl,
  isLimited: settings.rateLimits !== false,
  headerPrefix: settings.webhooks.headerPrefix,
  exampleService: exampleServiceOf(registry, settings),
})

const HOUR = 3_600_000
const KEY = 'test-api-key'

/** A service with the preset world and the same assumptions, which answers the example requests. */
function exampleServiceOf(registry: Registry, settings: Settings): ExampleService {
  const { world, context } = new SimulatorParts(registry, {
    ...settings,
    purpose: 'dry run',
    world: 'small-company',
    now: startOf('2026-01-15') + 9 * HOUR,
    seed: 1,
    clock: 'manual',
    audit: false,
    rateLimits: false,
    apiKeys: readApiKeys([{ key: KEY }], 'apiKeys'),
  })
  return {
    routes: context.routes.all,
    ask({ method, path, body, parts, key = KEY }) {
      const headers = { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) }
      const url = new URL(path, settings.baseUrl)
      const { outcome } = handle(context, { method, url, headers, body: wireBody(body, parts) })
      const reply = outcome.kind === 'reply' ? outcome.reply : { status: 500, body: '' }
      return { status: reply.status, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
    },
    put(resource, body) {
      if (!registry.find(resource)) return
      const actor = { actor_type: 'system', email: null, first_name: null, last_name: null }
      executeForHost(world, { resource, verb: 'create', organization: FIRST_ORGANIZATION, actor, body })
    },
    deliveries: () =>
      [...deliveriesIn({ world, organization: FIRST_ORGANIZATION }).rows()].map(({ body }) => body),
  }
}

function wireBody(body: unknown, parts: ExampleRequest['parts']): WireBody {
  if (parts) return { kind: 'multipart', parts }
  if (body === undefined) return { kind: 'none' }
  return textBody(utf8Bytes(JSON.stringify(body)))
}
