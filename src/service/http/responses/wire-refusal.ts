import type { Reason, WireHeaders, WireResponse } from '../../../events/traffic/wire-message'
import { respondErrors } from './respond'

/** Thrown by a stage of the pipeline to respond at once. The engine throws Refusal instead. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal'
  readonly reply: WireResponse

  constructor(
    status: number,
    { text, rule, section }: WireMessage,
    why: string,
    headers: WireHeaders = {},
    more: Pick<Reason, 'bucket'> = {},
  ) {
    super(text)
    const reason = { rule, section, text: why, ...more }
    this.reply = respondErrors(status, { __all__: [text] }, `${status}: ${why}`, { reason })
    Object.assign(this.reply.headers, headers)
  }
}

/** A message of the HTTP layer, with the rule behind it. */
export interface WireMessage {
  /** The name of the rule in the traffic. */
  readonly rule: string
  readonly text: string
  /** The section of docs/service.md that states the rule. */
  readonly section: string
}

const message = (section: string, rule: string, text: string): WireMessage => ({ rule, text, section })

/** Messages of the HTTP layer (§7.4). The engine has its own. */
export const WIRE_MESSAGES = {
  keyRequired: message('6', 'key-missing', 'API key required'),
  keyFailed: message('6', 'key-refused', 'API key authentication failed'),
  permission: message('6', 'permission', 'API key lacks the required permission'),
  subscription: message('6', 'subscription', 'Subscription required for this feature'),
  notFound: message('5', 'no-operation', 'Not found'),
  methodNotAllowed: message('5.1', 'method-not-allowed', 'Method not allowed'),
  tooManyRequests: message('9.1', 'rate-limit', 'Too many requests'),
  capReached: message('9.2', 'rate-limit', 'Rate limit exceeded. Please try again later.'),
  notJson: message('7.1', 'body-not-json', 'Request body is not valid JSON'),
  notAnObject: message('7.1', 'body-not-an-object', 'Request body must be a JSON object'),
  tooDeep: message('7.1', 'body-too-deep', 'Request body is nested too deeply'),
  tooLarge: message('7.1', 'body-too-large', 'Request body is too large'),
  notJsonType: message('7.1', 'content-type', 'Content type must be application/json'),
  notFormType: message('7.1', 'content-type', 'Content type must be multipart/form-data'),
  unreadable: message('7.1', 'body-unreadable', 'Request body could not be read'),
  idempotencyKey: message(
    '10',
    'idempotency-key-format',
    'Idempotency key must be 1 to 255 visible ASCII characters',
  ),
  idempotencyKeyUuid: message('10', 'idempotency-key-format', 'Idempotency key must be a UUID'),
  idempotencyReused: message(
    '10',
    'idempotency-key-reused',
    'Idempotency key was already used with a different request',
  ),
  idempotencyInFlight: message(
    '10',
    'idempotency-key-in-progress',
    'A request with this idempotency key is in progress',
  ),
  /** Sent by a strict simulator only. */
  headerUnread: message('10', 'header-unread', 'Extra inputs are not permitted'),
  internal: message('7.2', 'internal-error', 'Internal server error'),
  unavailable: message('7.2', 'maintenance', 'Service unavailable'),
} as const
