import type { PackedRequest, PackedResponse } from './packed'

/** Messages between tabs that share a world. */
export type TabMessage =
  | { readonly kind: 'who'; readonly from: string }
  | { readonly kind: 'here'; readonly from: string }
  | { readonly kind: 'gone'; readonly from: string }
  | {
      readonly kind: 'call'
      readonly to: string
      readonly from: string
      readonly id: number
      readonly door: string
      readonly request: PackedRequest
    }
  | {
      readonly kind: 'answer'
      readonly to: string
      readonly id: number
      readonly response: PackedResponse | null
    }
