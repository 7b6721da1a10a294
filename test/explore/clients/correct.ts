import type { Experiment } from 'accounting-simulator/explore'
import { MENDED } from '../clients-by-users/all'
import { CORRECT } from './planted'
import { reader } from './reader'
import { SECOND } from './second'

/** Every client without a bug. None is accused, whatever happens to it. */
export const CORRECT_CLIENTS: readonly (readonly [
  name: string,
  make: () => Experiment | Promise<Experiment>,
])[] = [
  ...CORRECT,
  ['reader', reader],
  ...MENDED,
  ...SECOND.map(([name, make]) => [`not: ${name}`, () => make(true)] as const),
]
