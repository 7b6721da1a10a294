import { Assumptions } from '../assumptions/index'
import type { Registry } from '../engine/model/registry'
import type { Subject } from '../openapi/document'
import { allRoutes } from '../service/all-routes'
import type { Settings } from '../worlds/options/settings'
import { openapiSandbox } from './openapi-sandbox'

/** What the OpenAPI document of a simulator with these settings describes (docs/service.md §5). */
export const openapiSubject = (registry: Registry, settings: Settings): Subject => ({
  registry,
  routes: allRoutes(registry).all,
  // A separate instance, so that describing an assumption does not count as using it.
  assumptions: new Assumptions(settings.assumptions),
  baseUrl: settings.baseUrl,
  headerPrefix: settings.webhooks.headerPrefix,
  sandbox: openapiSandbox(registry, settings),
})
