import type { PackedRequest, PackedResponse } from './packed'

/** What tabs that share a world say to each other. */
export type TabMessage =
  | { readonly kind: 'who'; readonly from: string }
  | { readonly kind: 'here'; readonly from: string }
  | { readonly kind: 'gone'; readonly from: string }
  | ({ readonly kind: 'call'; readonly to: string; readonly from: string; readonly id: number } & CallContent)
  | {
      readonly kind: 'answer'
      readonly to: string
      readonly id: number
      readonly response: PackedResponse | null
    }

interface CallContent {
  readonly door: string
  readonly request: PackedRequest
}
