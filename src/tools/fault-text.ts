import type { FaultFacts } from '../service/http/faults/fault-rows'

/** Names a fault, and says what became of it. */
export const faultText = ({ id, on, effect }: FaultFacts, fate: string): string =>
  `fault ${id} on ${on}${fate}: ${JSON.stringify(effect)}`
