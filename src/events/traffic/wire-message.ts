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
  /** It did not arrive whole. */
  | { readonly kind: 'broken-off'; readonly problem: string }
  /** Larger than the limit; only the beginning was read. */
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
  /** Further notes, told when somebody reads the reason. */
  readonly further?: LazyWarnings | undefined
  /** The reason as data. */
  readonly reason?: Reason | undefined
  /** The bucket that its rate-limit headers tell of; that of a refusal is in the reason. */
  readonly bucket?: string
  /** The id of the row that stores it for its idempotency key, if any. */
  readonly keptAs?: string
}

/** The rule behind a response that was stored under an idempotency key. */
export const REPLAY = 'idempotency-replay'

/** The rule behind a response, as data. The entry's `why` says it in words. */
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
  /** Of a refusal: what is wrong, for people. Unlike `why` it is without the status and without what faults did. */
  readonly text?: string
  /** The subscription groups that a fault let lapse just before. */
  readonly lapsed?: readonly string[]
  /** The records that a fault changed between this page and the next, as if somebody else had. */
  readonly drifted?: {
    readonly did: 'created' | 'archived' | 'removed'
    /** A member of `simulator.records`. */
    readonly type: string
    readonly ids: readonly number[]
  }
}

type RefusalTemplates = Readonly<Record<string, readonly Pick<Message, 'template'>[]>>
const refusals = new WeakMap<Reason, RefusalTemplates>()

/** Keeps with the reason of a refusal which messages it has, without their words. */
export function noteRefusal(reason: Reason, messages: RefusalTemplates): void {
  refusals.set(reason, messages)
}

/** The members that a refusal complains of, each with the templates of its messages; undefined if nothing is known. */
export const templatesOf = (
  reason: Reason,
): readonly (readonly [member: string, ...templates: string[]])[] | undefined => {
  const messages = refusals.get(reason)
  return (
    messages &&
    Object.entries(messages).map(([member, all]) => [member, ...all.map(({ template }) => template)])
  )
}

/** The change that a fault made besides the response: for people, and as data for the reason. */
export interface FaultChange {
  readonly what: string
  readonly reason?: Pick<Reason, 'lapsed' | 'drifted'>
}
