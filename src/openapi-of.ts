import { allRoutes } from './all-routes'
import { Assumptions } from './assumptions'
import type { Registry } from './engine/model/registry'
import { documentOf, type OpenapiDocument } from './openapi/document'
import { BusinessDay } from './openapi/examples'
import { openapiSandbox } from './openapi-sandbox'
import type { Settings } from './options/settings'

/** The OpenAPI document of a simulator with these settings (docs/service.md §5). */
export const openapiOf = (registry: Registry, settings: Settings): OpenapiDocument =>
  documentOf({
    registry: registry,
    routes: allRoutes(registry).all,
    // A separate instance, so that describing an assumption does not count as using it.
    assumptions: new Assumptions(settings.assumptions),
    baseUrl: settings.baseUrl,
    headerPrefix: settings.webhooks.headerPrefix,
    examples: new BusinessDay(openapiSandbox(registry, settings)),
  })
