import type { Simulator } from 'accounting-simulator'
import type { Send } from '../support/client'

/** A world for one switch, as a client or a test sees it. */
export interface Stage {
  readonly simulator: Simulator
  readonly send: Send
}

export interface SwitchStory {
  readonly tell: (stage: Stage) => unknown
  /** Each value of the switch, the default first, and what is seen with it. */
  readonly seen: readonly (readonly [value: unknown, seen: unknown])[]
}

/** The stories of a chapter, by the id of the switch. */
export type SwitchStories = Readonly<Record<string, SwitchStory>>

export const DAY = '2026-01-15'

/** An invoice of 10.00 to customer 1. */
export const invoice = (more: object = {}) => ({
  date: DAY,
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
  ...more,
})

/** The result of a call, or the status and errors of its refusal. */
export function outcomeOf<T>(call: () => T): T | unknown {
  try {
    return call()
  } catch (error) {
    const { status, errors } = error as { status?: number; errors?: unknown }
    if (status === undefined) throw error
    return { status, errors }
  }
}
