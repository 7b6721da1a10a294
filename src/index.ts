/** Runs a whole accounting-records HTTP service inside a test suite. */

export type { Admin, CustomFieldDefinition } from './api/admin/admin'
export type { Approvals, PersonDescription } from './api/admin/admin-approvals'
export type { AssetControls } from './api/admin/admin-assets'
export type { ContractControls, UsageInput } from './api/admin/admin-contracts'
export type { ExchangeRates } from './api/admin/admin-exchange-rates'
export type { IssuedKey, KeyControls, KeyOptions } from './api/admin/admin-keys'
export type { AdminVerb } from './api/admin/admin-verbs'
export type { Books } from './api/books'
export type { Clock, ClockFace, Pending } from './api/clock'
export type { BalanceDiff, RecordsDiff, WorldDiff } from './api/diff'
export type { FindOptions, Matcher, OrderBy, Where } from './api/finding/where'
export type { OneOrMore } from './api/one-or-more'
export type { Organization, OrganizationFace } from './api/organization'
export type { ChangedMembers, RecordVersion } from './api/record-changes'
export type { Archiving, RecordQuery, RecordSet } from './api/record-set'
export type * from './api/record-types/all'
export type {
  EventReplayOptions as ReplayOptions,
  QueuedDelivery,
  RegisteredWebhook,
  SentTo,
  WebhookAttempt,
  Webhooks,
  WebhookTarget,
} from './api/webhooks'
export type { AssumptionId, AssumptionOverrides, RegisteredAssumption } from './assumptions'
export type { AssumptionValue, SwitchableId } from './assumptions/register'
export type { BookValue } from './engine/assets/book-value'
export type { BrokenInvariant } from './engine/audit/audit-scope'
export type { EntriesQuery, LedgerEntry, PartyQuery, SourceRecord } from './engine/ledger/entries'
export type { TrialBalanceLine, TrialBalanceQuery } from './engine/ledger/trial-balance'
export type * from './engine/model/names'
export type { Errors, Refusal } from './engine/model/refusals'
export { isRefusal } from './engine/model/refusals'
export type { CustomFieldRow } from './engine/model/tables'
export type { Undone } from './engine/write/undone'
export type { OptionError } from './errors/option-error'
export { isOptionError } from './errors/option-error'
export type { UsageError } from './errors/usage-error'
export { isUsageError } from './errors/usage-error'
export type { Area } from './events/changes/areas'
export type { Changed, ChangeListener } from './events/changes/change-feed'
export type { StoredTimeline, StoredVersion } from './events/stored-timeline'
export type { Timeline } from './events/timeline/timeline'
export type {
  ClockEntry,
  DeliveryEntry,
  StepEntry,
  TimelineEntry,
  WebhookEntry,
  WorkEntry,
  WriteEntry,
} from './events/timeline/timeline-entry'
export type { TrafficLimits } from './events/traffic/allowance'
export type { PlainRequest } from './events/traffic/plain-request'
export type { Traffic } from './events/traffic/traffic'
export type { PlainResponse, TrafficEntry } from './events/traffic/traffic-entry'
export type { Reason, WireHeaders } from './events/traffic/wire-message'
export type { SimulatorHost } from './host-time/simulator-host'
export type { DurationFields, DurationInput } from './kernel/duration'
export type { DurationError } from './kernel/duration-error'
export { isDurationError } from './kernel/duration-error'
export type { ErasedTimelineError } from './kernel/erased-timeline-error'
export { isErasedTimelineError } from './kernel/erased-timeline-error'
export type { RowChange, StoredTable } from './kernel/store'
export type { OpenapiDocument } from './openapi/document'
export type { JsonSchema } from './openapi/json-schema'
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
export type { Maintenance, MaintenanceOptions } from './service/http/checks/maintenance'
export type {
  DeliveryEffect,
  DeliveryEffects,
  FaultEffect,
  RequestEffect,
  RequestEffects,
  SharedEffects,
} from './service/http/faults/fault-kinds'
export type {
  Fault,
  FaultOptions,
  FaultSelection,
  RecordCondition,
} from './service/http/faults/fault-options'
export type { Faults } from './service/http/faults/faults'
export type { PageDrift } from './service/http/faults/page-drift'
export type { Rate } from './service/http/rate-limits/buckets'
export type { RateLimits } from './service/http/rate-limits/limits'
export type { BucketState } from './service/http/rate-limits/list-buckets'
export type { ReceivedEntry } from './service/http/received'
export type { Port, SimulatorFetch } from './service/http/simulator-fetch'
export type { Replayed } from './service/webhooks/queue-controls'
export type { AttemptRow, DeliveryStatus } from './service/webhooks/rows'
export { type SigningInput, signWebhook } from './service/webhooks/signature'
export type { ConnectOptions, Receiver, UrlRule } from './service/webhooks/targets'
export {
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './service/webhooks/verify-webhook'
export { createSimulator } from './simulator/create-simulator'
export type { Simulator } from './simulator/simulator'
export type { ForkOptions, Snapshot } from './simulator/simulator-state'
export type { Advance, Condition, Fired } from './time/advance'
export type { Callback, TimerHandle, VirtualTimers } from './time/virtual-timers'
export type { AnswerOptions } from './worlds/options/answers'
export type { ExportedWorld, FutureOptions, Journal, StoredWorld } from './worlds/options/exported-world'
export type { ApiKeyOption, SimulatorOptions, WebhookOptions } from './worlds/options/options'
