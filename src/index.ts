/** Runs a whole accounting-records HTTP service inside a test suite. */

export type { Admin, CustomFieldDefinition } from './api/admin/admin'
export type { Approvals, PersonDescription } from './api/admin/admin-approvals'
export type { AssetControls } from './api/admin/admin-assets'
export type { ContractControls, UsageInput } from './api/admin/admin-contracts'
export type { ExchangeRates } from './api/admin/admin-exchange-rates'
export type { IssuedKey, KeyControls, KeyOptions } from './api/admin/admin-keys'
export type { AdminVerb } from './api/admin/admin-verbs'
export type { Books } from './api/books'
export type { ClockFace, Pending } from './api/clock'
export type { FindOptions, Matcher, OrderBy, Where } from './api/finding/where'
export type { OneOrMore } from './api/one-or-more'
export type { OrganizationFace } from './api/organization-face'
export type { Archiving, RecordQuery, RecordSet } from './api/record-set'
export type * from './api/record-types/all'
export type {
  QueuedDelivery,
  RegisteredWebhook,
  WebhookAttempt,
  Webhooks,
  WebhookTarget,
} from './api/webhooks'
export type { AssumptionId, AssumptionOverrides, RegisteredAssumption } from './assumptions'
export type { AssumptionValue, SwitchableId } from './assumptions/register'
export type { Area } from './changes/areas'
export type { Changed, ChangeListener } from './changes/change-feed'
export { createSimulator } from './create-simulator'
export type { BookValue } from './engine/assets/book-value'
export type { BrokenInvariant } from './engine/audit/finding'
export type { EntriesQuery, LedgerEntry, PartyQuery } from './engine/ledger/entries'
export type { TrialBalanceLine, TrialBalanceQuery } from './engine/ledger/trial-balance'
export type { Errors, Refusal } from './engine/model/errors'
export { isRefusal } from './engine/model/errors'
export type * from './engine/model/names'
export type { CustomFieldRow } from './engine/model/tables'
export type { Undone } from './engine/write/undone'
export type { MaintenanceOptions } from './http/checks/maintenance'
export type {
  DeliveryEffect,
  Fault,
  FaultEffect,
  FaultOptions,
  RecordCondition,
  RequestEffect,
} from './http/faults/fault-options'
export type { Faults } from './http/faults/faults'
export type { Port } from './http/port'
export type { Rate } from './http/rate-limits/buckets'
export type { BucketState } from './http/rate-limits/list-buckets'
export type { RateLimits } from './http/rate-limits/rate-policy'
export type { TrafficLimits } from './http/traffic/allowance'
export type { PlainRequest } from './http/traffic/plain-request'
export type { Reason } from './http/traffic/reason'
export type { ReceivedEntry } from './http/traffic/received'
export type { Traffic } from './http/traffic/traffic'
export type { PlainResponse, TrafficEntry } from './http/traffic/traffic-entry'
export type { WireHeaders } from './http/wire-message'
export type { DurationFields, DurationInput } from './kernel/duration'
export type { DurationError } from './kernel/duration-error'
export { isDurationError } from './kernel/duration-error'
export type { ErasedTimelineError } from './kernel/erased-timeline-error'
export { isErasedTimelineError } from './kernel/erased-timeline-error'
export type { OpenapiDocument } from './openapi/document'
export type { JsonSchema } from './openapi/json-schema'
export type { OptionError } from './option-error'
export { isOptionError } from './option-error'
export type { AnswerOptions } from './options/answers'
export type {
  ApiKeyOption,
  ExportedWorld,
  FutureOptions,
  SimulatorOptions,
  WebhookOptions,
} from './options/options'
export { defineScenario } from './scenario/define-scenario'
export type {
  ApprovalDecision,
  Scenario,
  ScenarioAction,
  ScenarioData,
  ScenarioEvent,
  ScenarioFault,
  ScenarioReference,
  ScenarioStep,
  ScenarioTime,
  ScenarioWords,
  StepTrigger,
  WebhookDirection,
} from './scenario/scenario'
export type { FiredStep, ScenarioPlay, UnfiredStep } from './scenario/scenario-play'
export type { Simulator } from './simulator'
export type { ForkOptions, Snapshot } from './simulator-state'
export type { Advance, Condition, Fired } from './time/advance'
export type { Callback, TimerHandle, VirtualTimers } from './time/virtual-timers'
export type { Timeline } from './timeline/timeline'
export type {
  ClockEntry,
  DeliveryEntry,
  StepEntry,
  TimelineEntry,
  WebhookEntry,
  WorkEntry,
  WriteEntry,
} from './timeline/timeline-entry'
export type { UsageError } from './usage-error'
export { isUsageError } from './usage-error'
export type { AttemptRow, DeliveryStatus } from './webhooks/rows'
export { type SigningInput, signWebhook } from './webhooks/signature'
export type { ConnectOptions, Receiver, UrlRule } from './webhooks/targets'
export {
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks/verify-webhook'
