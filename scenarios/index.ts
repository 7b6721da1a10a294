/** The scenarios of the package, one data file each (docs/scenarios.md). */
import type { Scenario } from 'accounting-simulator'
import { suggestingNames } from '../src/errors/suggesting-names'
import { apiEvolution } from './api-evolution'
import { businessYear } from './business-year'
import { flakyNetwork } from './flaky-network'
import { idempotencyConflict } from './idempotency-conflict'
import { lostResponse } from './lost-response'
import { maintenanceWindow } from './maintenance-window'
import { monthEndApproval } from './month-end-approval'
import { pageDrift } from './page-drift'
import { rateLimitStorm } from './rate-limit-storm'
import { revokedKey } from './revoked-key'
import { slowService } from './slow-service'
import { staleReads } from './stale-reads'
import { subscriptionLapsed } from './subscription-lapsed'
import { tightInvoiceCap } from './tight-invoice-cap'
import { webhookAutoDisable } from './webhook-auto-disable'
import { webhookDuplicatesAndDisorder } from './webhook-duplicates-and-disorder'

export {
  apiEvolution,
  businessYear,
  flakyNetwork,
  idempotencyConflict,
  lostResponse,
  maintenanceWindow,
  monthEndApproval,
  pageDrift,
  rateLimitStorm,
  revokedKey,
  slowService,
  staleReads,
  subscriptionLapsed,
  tightInvoiceCap,
  webhookAutoDisable,
  webhookDuplicatesAndDisorder,
}

const named = {
  'rate-limit-storm': rateLimitStorm,
  'tight-invoice-cap': tightInvoiceCap,
  'webhook-auto-disable': webhookAutoDisable,
  'webhook-duplicates-and-disorder': webhookDuplicatesAndDisorder,
  'lost-response': lostResponse,
  'flaky-network': flakyNetwork,
  'slow-service': slowService,
  'maintenance-window': maintenanceWindow,
  'revoked-key': revokedKey,
  'subscription-lapsed': subscriptionLapsed,
  'idempotency-conflict': idempotencyConflict,
  'page-drift': pageDrift,
  'stale-reads': staleReads,
  'api-evolution': apiEvolution,
  'business-year': businessYear,
  'month-end-approval': monthEndApproval,
} satisfies Readonly<Record<string, Scenario>>

/** All scenarios by name. */
export const scenarios: Readonly<typeof named & Record<string, Scenario>> = suggestingNames(
  named,
  'scenarios',
)
