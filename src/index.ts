/** Runs a whole accounting-records HTTP service inside your test suite. */

export type { AssumptionId, AssumptionOverrides } from './assumptions'
export { createSimulator } from './create-simulator'
export type { EntriesQuery, LedgerEntry } from './engine/books/entries'
export type { BrokenInvariant } from './engine/books/finding'
export type { TrialBalanceLine } from './engine/books/trial-balance'
export type { Refusal } from './engine/refusal'
export { isRefusal } from './engine/refusal'
export type { Admin, CustomFieldDefinition } from './face/admin/admin'
export type { Books } from './face/books'
export type { ClockFace, Pending } from './face/clock'
export type { OrganizationFace } from './face/organization-face'
export type { RecordQuery, RecordSet, Records } from './face/records'
export type { QueuedDelivery, WebhookAttempt, Webhooks } from './face/webhooks'
export type {
  DeliveryEffect,
  Fault,
  FaultEffect,
  FaultOptions,
  RecordCondition,
  RequestEffect,
} from './http/faults/fault-options'
export type { Port } from './http/port'
export type { Traffic } from './http/traffic/traffic'
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
export type { Simulator, Snapshot } from './simulator'
export type { Advance, Fired } from './time-driver'
export type { UsageError } from './usage-error'
export { isUsageError } from './usage-error'
export { type SigningInput, signWebhook } from './webhooks/signature'
export type { ConnectOptions, Receiver } from './webhooks/targets'
export {
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks/verify-webhook'
