import type { Simulator } from '../index'

/** What an adapter needs to know of a simulator. */
export type Served = Pick<Simulator, 'baseUrl' | 'fetch'>
