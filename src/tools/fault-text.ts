import type { Fault } from '../index'

/** Names a fault, and says what became of it. */
export const faultText = ({ id, on, effect }: Pick<Fault, 'id' | 'on' | 'effect'>, fate: string): string =>
  `fault ${id} on ${on}${fate}: ${JSON.stringify(effect)}`
