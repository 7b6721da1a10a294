/** Runs a whole accounting-records HTTP service inside a test suite. */

export type { Admin, CustomFieldDefinition } from './api/admin/admin'
export type { Books } from './api/books'
export type { ClockFace, Pending } from './api/clock'
export type { FindOptions, Matcher, OrderBy, Where } from './api/finding/where'
export type { OrganizationFace } from './api/organization-face'
export type { Archiving, RecordQuery, RecordSet } from './api/record-set'
export type * from './api/record-types/all'
export type { QueuedDelivery, WebhookAttempt, Webhooks, WebhookTarget } from './api/webhooks'
export type { AssumptionId, AssumptionOverrides, RegisteredAssumption } from './assumptions'
export type { Area } from './changes/areas'
export type { Changed, ChangeListener } from './changes/change-feed'
export { createSimulator } from './create-simulator'
export type { AnswerOptions } from './custom-answers'
export type { BrokenInvariant } from './engine/audit/finding'
export type { EntriesQuery, LedgerEntry } from './engine/ledger/entries'
export type { TrialBalanceLine } from './engine/ledger/trial-balance'
export type { Refusal } from './engine/model/errors'
export { isRefusal } from './engine/model/errors'
export type * from './engine/model/names'
export type {
  DeliveryEffect,
  Fault,
  FaultEffect,
  FaultOptions,
  RecordCondition,
  RequestEffect,
} from './http/faults/fault-options'
export type { Port } from './http/port'
export type { BucketState } from './http/rate-limits/list-buckets'
export type { Reason } from './http/traffic/reason'
export type { ReceivedEntry } from './http/traffic/received'
export type { Traffic, TrafficLimits } from './http/traffic/traffic'
export type { TrafficEntry } from './http/traffic/traffic-entry'
export type { DurationInput } from './kernel/duration'
export type { DurationError } from './kernel/duration-error'
export { isDurationError } from './kernel/duration-error'
export type { ErasedTimelineError } from './kernel/erased-timeline-error'
export { isErasedTimelineError } from './kernel/erased-timeline-error'
export type { OpenapiDocument } from './openapi/document'
export type { OptionError } from './option-error'
export { isOptionError } from './option-error'
export type { ApiKeyOption, ExportedWorld, SimulatorOptions, WebhookOptions } from './options'
export { defineScenario } from './scenario/define-scenario'
export type { Scenario, ScenarioAction, ScenarioStep } from './scenario/scenario'
export type { FiredStep, ScenarioPlay, UnfiredStep } from './scenario/scenario-play'
export type { Simulator } from './simulator'
export type { Snapshot } from './simulator-state'
export type { Advance, Condition, Fired } from './time/advance'
export type { TimerHandle, VirtualTimers } from './time/virtual-timers'
export type { Timeline } from './timeline/timeline'
export type { TimelineEntry } from './timeline/timeline-entry'
export type { UsageError } from './usage-error'
export { isUsageError } from './usage-error'
export { type SigningInput, signWebhook } from './webhooks/signature'
export type { ConnectOptions, Receiver, UrlRule } from './webhooks/targets'
export {
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks/verify-webhook'
