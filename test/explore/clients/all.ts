import type { Experiment } from 'accounting-simulator/explore'
import { MISTAKEN } from '../clients-by-users/all'
import { PLANTED } from './planted'
import { SECOND } from './second'

/** Every planted bug. Each is found with the default budget. */
export const BUGS: readonly (readonly [name: string, make: () => Experiment | Promise<Experiment>])[] = [
  ...PLANTED.map(([name, , make]) => [name, make] as const),
  ...MISTAKEN.map(([name, make]) => [name, make] as const),
  ...SECOND.map(([name, make]) => [name, () => make(false)] as const),
]
