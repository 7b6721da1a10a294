import type { Scenario, Simulator } from 'accounting-simulator'
import type { Client } from './clients.js'

export declare const TROUBLES: Readonly<Record<string, Scenario>>

export interface Life {
  /** Steps of the scenario that ran. */
  readonly steps: number
  /** How often the client ended with each status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Of virtual time. */
  readonly days: number
  /** Of real time. */
  readonly milliseconds: number
}

export declare function live(
  simulator: Simulator,
  client: Client,
  baseUrl: string,
  trouble: Scenario,
): Promise<Life>
