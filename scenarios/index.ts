/** The scenarios of the package, one data file each (docs/scenarios.md). */
import type { Scenario } from 'accounting-simulator'
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

/** All scenarios by name. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  [
    rateLimitStorm,
    tightInvoiceCap,
    webhookAutoDisable,
    webhookDuplicatesAndDisorder,
    lostResponse,
    flakyNetwork,
    slowService,
    maintenanceWindow,
    revokedKey,
    subscriptionLapsed,
    idempotencyConflict,
    pageDrift,
    staleReads,
    businessYear,
    monthEndApproval,
  ].map((scenario): [string, Scenario] => [scenario.name, scenario]),
)
