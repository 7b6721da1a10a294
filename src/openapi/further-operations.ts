import { PARTY_TYPES, TRANSACTION_TYPES } from '../engine/schema/approval-fields'
import { memoize } from '../kernel/memoize'
import type { Described } from './described'
import type { DocumentAssumptions } from './guesses'
import { arraySchema, exactly, type JsonSchema, nullableSchema, pageOf, referTo } from './json-schema'
import { listingParameters, type Parameter } from './parameters'
import { flagSchema, instantSchema, textSchema, urlSchema, uuidSchema, wholeSchema } from './plain-values'

const pdf: JsonSchema = { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' }

const health = (): JsonSchema => ({
  type: 'object',
  properties: { status: textSchema, timestamp: instantSchema },
  required: ['status', 'timestamp'],
})

const webhook = (topics: JsonSchema): JsonSchema =>
  exactly({
    uuid: uuidSchema,
    url: urlSchema,
    topics,
    is_active: flagSchema,
    disabled_at: nullableSchema(instantSchema),
    disabled_reason: textSchema,
    created_at: instantSchema,
    last_modified_at: instantSchema,
  })

const delivery = (topic: JsonSchema): JsonSchema =>
  exactly({
    event_id: uuidSchema,
    topic,
    status: { type: 'string', enum: ['pending', 'retrying', 'delivered', 'failed'] },
    attempts: wholeSchema,
    response_status: nullableSchema(wholeSchema),
    last_error: textSchema,
    delivered_at: nullableSchema(instantSchema),
    created_at: instantSchema,
  })

const nothingOr = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: 'object', maxProperties: 0 }],
})

const typeParameter = (name: string, what: string, types: readonly string[]): Parameter => ({
  name,
  in: 'query',
  required: true,
  description: `The type of the ${what}.`,
  schema: { type: 'string', enum: types },
})

const ENDPOINT = 'The id of the webhook.'

/** Descriptions by method and path. Webhooks: §14.1; inbox and policies: §5.5. */
const operations = (topic: JsonSchema, address: JsonSchema): Readonly<Record<string, Described>> => ({
  'GET /public/health/': { id: 'getHealth', summary: 'Tell how the service is', response: health() },
  'GET /public/v3-alpha/health/': {
    id: 'getHealthV3Alpha',
    summary: 'Tell how the service is',
    response: health(),
  },
  'GET /public/v2/webhooks/topics/': {
    id: 'listWebhookTopics',
    summary: 'List what webhooks can subscribe to',
    response: arraySchema(exactly({ name: topic })),
  },
  'GET /public/v2/webhooks/': {
    id: 'listWebhooks',
    summary: 'List webhooks',
    parameters: listingParameters(['id'], 'A part of the url, in any case.'),
    response: pageOf(webhook(arraySchema(topic))),
  },
  'POST /public/v2/webhooks/': {
    id: 'createWebhook',
    summary: 'Register a webhook',
    request: {
      type: 'object',
      properties: { url: address, topics: { ...arraySchema(topic), minItems: 1 } },
      required: ['url', 'topics'],
    },
    status: 201,
    response: exactly({
      uuid: uuidSchema,
      url: urlSchema,
      topics: arraySchema(topic),
      secret: textSchema,
      is_active: flagSchema,
    }),
  },
  'GET /public/v2/webhooks/{uuid}/': {
    id: 'getWebhook',
    summary: 'Read a webhook',
    item: ENDPOINT,
    response: webhook(arraySchema(topic)),
  },
  'PATCH /public/v2/webhooks/{uuid}/': {
    id: 'updateWebhook',
    summary: 'Change the address of a webhook or switch it on or off',
    item: ENDPOINT,
    request: { type: 'object', properties: { url: address, is_active: flagSchema } },
    response: webhook(arraySchema(topic)),
  },
  'DELETE /public/v2/webhooks/{uuid}/': {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    item: ENDPOINT,
    response: referTo('Success'),
  },
  'GET /public/v2/webhooks/{uuid}/deliveries/': {
    id: 'listWebhookDeliveries',
    summary: 'List what a webhook was sent',
    item: ENDPOINT,
    parameters: listingParameters(['id'], 'A part of the topic, in any case.'),
    response: pageOf(delivery(topic)),
  },
  'POST /public/v1/paper-checks/print-now/': {
    id: 'printPaperCheckNow',
    summary: 'Make a paper check of a transaction and print it',
    response: exactly({ paper_check: referTo('PaperCheck'), pdf_content: pdf }),
  },
  'POST /public/v1/paper-checks/print-later/': {
    id: 'printPaperChecksLater',
    summary: 'Make paper checks that wait for printing',
    response: arraySchema(referTo('PaperCheck')),
  },
  'PUT /public/v1/paper-checks/print-batch/': {
    id: 'printPaperCheckBatch',
    summary: 'Print waiting paper checks',
    response: exactly({
      pdf_content: pdf,
      printed_checks: arraySchema(exactly({ paper_check_id: wholeSchema, check_number: textSchema })),
      total_printed: wholeSchema,
    }),
  },
  'GET /public/v1/contracts/{contract_id}/usage/': {
    id: 'listContractUsage',
    summary: 'List the usage of a contract',
    item: 'The id of the contract.',
    response: arraySchema(referTo('UsageRecord')),
  },
  'POST /public/v1/contracts/{contract_id}/usage/bulk-upsert/': {
    id: 'upsertContractUsage',
    summary: 'Report and correct the usage of a contract',
    item: 'The id of the contract.',
    response: arraySchema(referTo('UsageRecord')),
  },
  'GET /public/v1/workflows/{id}/versions/': {
    id: 'listWorkflowVersions',
    summary: 'List what each version of a policy said',
    item: 'The id of the policy.',
    listsBelow: { resource: 'approvalPolicyVersions', by: 'id' },
    response: pageOf(referTo('WorkflowVersion')),
  },
  'GET /public/v1/workflows/execution-states/{id}/actions/': {
    id: 'listWorkflowExecutionStateActions',
    summary: 'List who approved or rejected in an execution',
    item: 'The id of the execution state.',
    listsBelow: { resource: 'approvalActions', by: 'workflow_execution_state_id' },
    response: pageOf(referTo('WorkflowAction')),
  },
  'GET /public/v1/inbox/': {
    id: 'getInbox',
    summary: 'Count what waits for an approval',
    response: exactly({ transactions_count: wholeSchema, records_count: wholeSchema }),
  },
  'GET /public/v1/inbox/transactions/{record_id}/': {
    id: 'getInboxTransaction',
    summary: 'Read how far the approval of a transaction has come',
    item: 'The `internal_id` of the transaction.',
    parameters: [typeParameter('transaction_type', 'transaction', TRANSACTION_TYPES)],
    response: nothingOr(referTo('InboxTransaction')),
  },
  'GET /public/v1/inbox/records/{record_id}/': {
    id: 'getInboxRecord',
    summary: 'Read how far the approval of a customer or vendor has come',
    item: 'The id of the customer or vendor.',
    parameters: [typeParameter('record_type', 'record', PARTY_TYPES)],
    response: nothingOr(referTo('InboxRecord')),
  },
})

const operationsOf = memoize(({ topics, webhookUrl }: DocumentAssumptions) =>
  operations({ type: 'string', enum: topics }, { ...urlSchema, pattern: webhookUrl }),
)

export const furtherOperation = (key: string, guesses: DocumentAssumptions): Described | undefined =>
  operationsOf(guesses)[key]
