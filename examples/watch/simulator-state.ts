/** What the controls tell of a simulator (docs/controls.md), as far as the screen shows it. */
export interface SimulatorState {
  readonly clock: {
    readonly now: string
    readonly kind: string
    readonly pending: readonly { readonly due: string; readonly kind: string; readonly subject: string }[]
  }
  readonly traffic: readonly Entry[]
  readonly limits: readonly {
    readonly kind: string
    readonly route: string | null
    readonly burst: number
    readonly tokens: number
  }[]
  readonly faults: readonly {
    readonly on: string
    readonly then: object
    readonly hits: number
    /** Null without a maximum, 0 once it is over. */
    readonly remaining: number | null
  }[]
  readonly webhooks: { readonly held: boolean }
  readonly queue: readonly { readonly topic: string; readonly url: string; readonly due: string }[]
}

export interface Entry {
  readonly sequence: number
  readonly at: string
  readonly request: { readonly method: string; readonly url: string }
  readonly response: { readonly status: number } | null
  readonly key: string | null
  readonly fault: number | null
  readonly replayed: boolean
  readonly changed: boolean
  readonly why: string
}

export const NOTHING_YET: SimulatorState = {
  clock: { now: '', kind: '', pending: [] },
  traffic: [],
  limits: [],
  faults: [],
  webhooks: { held: false },
  queue: [],
}
