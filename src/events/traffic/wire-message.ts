import type { Message } from '../../engine/model/refusals'
import type { LazyWarnings } from './reason-text'
import type { RequestUrl } from './request-url'

/** Requests and responses as plain data, between the host's objects and the synchronous pipeline. */

export interface UploadedPart {
  /** The name of the form field. */
  readonly name: string
  /** Undefined for a text field. */
  readonly filename: string | undefined
  readonly type: string
  readonly bytes: Uint8Array
}

export type WireBody =
  | { readonly kind: 'none' }
  /** `text` is undefined for bytes that are not UTF-8. A byte order mark is left out. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly text: string | undefined }
  | { readonly kind: 'multipart'; readonly parts: readonly UploadedPart[] }
  /** A form that cannot be parsed. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** The body did not arrive completely. */
  | { readonly kind: 'broken-off'; readonly problem: string }
  /** The body is larger than the limit; only the beginning was read. */
  | { readonly kind: 'too-large'; readonly beginning: Uint8Array; readonly limit: number }

export interface WireRequest {
  /** In upper case. */
  readonly method: string
  readonly url: RequestUrl
  readonly headers: Readonly<WireHeaders>
  readonly body: WireBody
}

/** Header names are in lower case. */
export type WireHeaders = Record<string, string>

export interface WireResponse {
  readonly status: number
  readonly headers: WireHeaders
  /** Empty for a response without a body. */
  readonly body: string
  /** The reason for the response, as a sentence. */
  readonly why: string
  /** Warnings that are computed when the reason is read. */
  readonly further?: LazyWarnings | undefined
  /** The reason as data. */
  readonly reason?: Reason | undefined
  /** The bucket that the rate-limit headers describe. The bucket of a refusal is in the reason. */
  readonly bucket?: string
  /** The id of the row that stores the response for its idempotency key, if any. */
  readonly keptAs?: string
}

/** The rule of a response that was stored under an idempotency key. */
export const REPLAY = 'idempotency-replay'

/** The rule that led to a response, as data. The entry's `why` gives it in words. */
export interface Reason {
  /**
   * 'done' for an operation that was carried out, 'idempotency-replay' for a stored response, 'fault' where a
   * fault decided the response, else the rule that refused the request: 'key-missing', 'key-refused',
   * 'permission', 'subscription', 'maintenance', 'rate-limit', 'no-operation', 'method-not-allowed',
   * 'validation', 'not-found', 'conflict' and others.
   */
  readonly rule: string
  /** The section of docs/service.md that states the rule; null for faults. */
  readonly section: string | null
  /** For a 429: the empty bucket, such as `endpoint bucket of POST /public/v1/invoices/`. */
  readonly bucket?: string
  /** The record that the operation is about: a member of `simulator.records`, and its identifier. */
  readonly record?: { readonly type: string; readonly id: number }
  /** The verb that was carried out on the record: `create`, `update`, `remove` and others. */
  readonly verb?: string
  /** For a refusal: the problem, for people. Unlike `why`, without the status and the effects of faults. */
  readonly text?: string
  /** The subscription groups that a fault ended just before. */
  readonly lapsed?: readonly string[]
  /** The records that a fault changed between this page and the next, as another client might. */
  readonly drifted?: {
    readonly did: 'created' | 'archived' | 'removed'
    /** A member of `simulator.records`. */
    readonly type: string
    readonly ids: readonly number[]
  }
}

type RefusalTemplates = Readonly<Record<string, readonly Pick<Message, 'template'>[]>>
const refusals = new WeakMap<Reason, RefusalTemplates>()

/** Attaches to the reason of a refusal the templates of its messages. */
export function noteRefusal(reason: Reason, messages: RefusalTemplates): void {
  refusals.set(reason, messages)
}

/** The members that a refusal names, each with the templates of its messages; undefined if unknown. */
export const templatesOf = (
  reason: Reason,
): readonly (readonly [member: string, ...templates: string[]])[] | undefined => {
  const messages = refusals.get(reason)
  return (
    messages &&
    Object.entries(messages).map(([member, all]) => [member, ...all.map(({ template }) => template)])
  )
}

/** The change that a fault made besides the response: in words, and as data for the reason. */
export interface FaultChange {
  readonly what: string
  readonly reason?: Pick<Reason, 'lapsed' | 'drifted'>
}
