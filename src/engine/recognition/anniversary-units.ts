import type { Span } from './calendar-units'
import type { Frequency } from './rhythm'
import { unitsOn } from './units-on'

/** The units that begin with a term, asked for by their first days and in their order. */
export function anniversaryUnits(frequency: Frequency, start: number): (day: number) => Span {
  let passed = 0
  return (first) => {
    passed += 1
    return { first, last: unitsOn(frequency, start, passed) - 1 }
  }
}
