import { exactly, type JsonSchema } from './json-schema'

/** The webhook request that a delivery sends (§14.3). */
export const businessEvent = (
  topics: readonly string[],
  apiVersion: string,
  prefix: string,
  example: unknown,
): JsonSchema => ({
  post: {
    operationId: 'receiveBusinessEvent',
    summary: 'A business change that the webhook subscribed to',
    description:
      'Sent at least once and in no particular order. The signature is the hex text of HMAC-SHA256 over the ' +
      'timestamp, a dot and the raw body, keyed with the secret of the webhook.',
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header(`${prefix}-Webhook-Uuid`, 'The webhook.', { type: 'string', format: 'uuid' }),
      header(`${prefix}-Webhook-Request-Timestamp`, 'Unix seconds at signing.', {
        type: 'string',
        pattern: '^\\d+$',
      }),
      header(`${prefix}-Webhook-Signature-V1`, 'Lower-case hex.', {
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
      }),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: exactly({
            event_id: { type: 'string', format: 'uuid', description: 'The same for every repetition.' },
            api_version: { type: 'string', example: apiVersion },
            topic: { type: 'string', enum: topics },
            object_type: { type: 'string' },
            object: exactly({ id: { type: 'integer' } }),
            webhook_uuid: { type: 'string', format: 'uuid' },
            created_at: { type: 'string', format: 'date-time' },
          }),
          ...(example !== undefined && { example }),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: '400, 401, 403, 404, 405, 410 and 422 end the delivery; others are repeated.' },
      '5XX': { description: 'The delivery is repeated later.' },
    },
  },
})

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})
