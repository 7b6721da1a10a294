import type { Reason } from './reason'
import type { LazyNotes } from './reason-text'
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
  readonly further?: LazyNotes | undefined
  /** The reason as data. */
  readonly reason?: Reason | undefined
  /** The template of the message that refused the request. */
  readonly refusedBy?: string | undefined
  /** The bucket that its rate-limit headers tell of; that of a refusal is in the reason. */
  readonly bucket?: string
  /** The id of the row that stores it for its idempotency key, if any. */
  readonly keptAs?: string
}
