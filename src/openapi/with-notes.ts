import { nestedName } from '../engine/schema/notes/nested-name'
import { noteOf } from '../engine/schema/notes/note-of'
import { mapValues } from '../kernel/map-values'
import type { JsonSchema, JsonSchemas } from './json-schema'

/** Describes every property of the named schemas. The published types have the same descriptions. */
export const withNotes = (schemas: JsonSchemas): JsonSchemas =>
  mapValues(schemas, (schema, name) => noted(name, schema))

/** Describes the members of a schema that has no name of its own. */
export function notedAs(owner: string, schema: JsonSchema): JsonSchema {
  const { items } = schema
  return items ? { ...schema, items: notedAs(owner, items) } : noted(owner, schema)
}

function noted(owner: string, schema: JsonSchema): JsonSchema {
  const { properties } = schema
  if (!properties) return schema
  const entries = Object.entries(properties).map(([member, property]) => {
    const note = FURTHER_NOTES[`${owner}.${member}`] ?? noteOf(owner, member) ?? FURTHER_NOTES[member]
    const { default: initial, ...inner } = notedWithin(owner, member, property)
    // Client generators treat a member with a `default` as always present, so the default becomes a note.
    const notes = [note, ...(initial === undefined ? [] : [`Default: ${JSON.stringify(initial)}.`])]
    const description = inner.description ?? notes.filter(Boolean).join(' ')
    return [member, description === '' ? inner : { ...inner, description }] as const
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

/** Describes the members of an object, or of a list's entries, that has no name of its own. */
function notedWithin(owner: string, member: string, property: JsonSchema): JsonSchema {
  const { items, anyOf, properties = {} } = property
  if (items) return { ...property, items: notedWithin(owner, member, items) }
  if (anyOf) return { ...property, anyOf: anyOf.map((one) => notedWithin(owner, member, one)) }
  const members = Object.keys(properties)
  return members.length === 0 ? property : noted(nestedName(shapeOf(owner), member, members).name, property)
}

/** Removes the suffix of a schema name. `JournalEntry` is a record type, so its `Entry` is kept. */
const shapeOf = (owner: string): string => owner.replace(/(Input|Change|(?<!Journal)Entry)$/, '')

const SENT = 'Whether events are sent to it.'

/** Notes on workflows, custom fields, printing and webhooks (§11.3, §14.1). A note with an owner wins. */
const FURTHER_NOTES: Readonly<Record<string, string>> = {
  workflow_execution_state_id: 'The run of the workflow.',
  workflow_id: 'The workflow.',
  workflow_name: 'The name of the workflow.',
  workflow_version: 'The version of the workflow.',
  record_id: 'The id of the record in the inbox.',
  approver: 'The person who decides.',
  approval_info: 'Who has decided, and who has to.',
  action_type: 'What was decided.',
  step_name: 'The name of the step.',
  step_order: 'The place of the step, from 0.',
  substep_order: 'The place within the step, from 0.',
  current_step: 'The place of the step that waits.',
  current_substep: 'The place within the step that waits.',
  requested_approver_ids: 'The people who were asked.',
  approved_by_ids: 'The people who have approved.',
  rejected_by_id: 'The person who has rejected; null if nobody has.',
  initiator_id: 'The person whose write needs the approval.',
  customer_vendor: 'The name of the customer or vendor.',
  company: 'The name of the company.',
  transaction_type: 'The type of the record.',
  record_number: 'The number of the record.',
  record_internal_id: 'The `internal_id` of the record.',

  helper_text: 'What people read beside the field.',
  field_type: 'What values it takes.',
  applies_to: 'The record types that have it.',
  default_value: 'The value of records that do not say.',
  options: 'The values to choose from; null for a free value.',
  custom_field_id: 'The field.',
  custom_field_name: 'The name of the field.',
  custom_field_type: 'What values the field takes.',
  custom_field_value_id: 'The id of the value.',

  template_id: 'The layout of the check.',
  paper_check: 'The printed check.',
  printed_checks: 'The printed checks.',
  pdf_content: 'The file for the printer, as base64.',
  paper_check_ids: 'The checks to print, by id.',
  first_check_number: 'The number of the first check; the others follow.',
  paper_check_id: 'The check.',
  total_printed: 'The number of printed checks.',
  transactions_count: 'The number of transactional records that wait.',
  records_count: 'The number of other records that wait.',
  approvers: 'The people of whom each has to decide.',
  approved_by: 'The people who have approved.',

  uuid: 'The id of the endpoint.',
  url: 'The address that events are sent to.',
  topics: 'The topics that are sent to it.',
  topic: 'The topic of the event.',
  secret: 'Signs the deliveries. It is shown only here.',
  disabled_at: 'When the service disabled the endpoint; null while it is active.',
  disabled_reason: 'Why the service disabled it.',
  last_modified_at: 'When the endpoint was last changed.',
  event_id: 'The id of the event.',
  attempts: 'The number of requests sent so far.',
  response_status: 'The status of the last response; null without one.',
  last_error: 'What went wrong at the last attempt.',
  delivered_at: 'When the receiver took it; null before.',

  'InboxRecord.approval_status': 'The state of its approval.',
  'InboxTransaction.approval_status': 'The state of its approval.',
  'InboxRecordApprovalInfoSubstep.rejected_by': 'The people who have rejected it.',
  'InboxTransactionApprovalInfoSubstep.rejected_by': 'The people who have rejected it.',
  'UpsertContractUsageRequestLine.id': 'The usage that is corrected; null or absent for a new one.',
  'UpsertContractUsageRequest.items': 'The usage of one obligation on one day each.',
  'InboxTransaction.number': 'The number of the record.',
  'CustomFieldField.is_active': 'Whether records can have it.',
  'CreateWebhookResponse.is_active': SENT,
  'GetWebhookResponse.is_active': SENT,
  'ListWebhooksResponseLine.is_active': SENT,
  'UpdateWebhookRequest.is_active': SENT,
  'UpdateWebhookResponse.is_active': SENT,
  'PrintPaperChecksLaterRequest.transaction_ids': 'The ids of the ledger transactions that the checks pay.',
  'PrintPaperCheckNowRequest.transaction_id': 'The id of the ledger transaction that the check pays.',
}
