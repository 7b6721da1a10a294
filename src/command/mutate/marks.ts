import type { Colour, Marks } from '../colours'
import { countsOf, groupsOf, isSurvivor, type JudgedMutant, type MutateReport } from './report'

/** The colours of lines, and what somebody may copy, for a terminal. */
export function marksOf({ headline, found, of, unplayed, mutants }: MutateReport): Marks {
  const isComplete = of > 0 && unplayed === 0
  const verdict: Colour = found < of ? 'red' : isComplete ? 'green' : 'yellow'
  const survivors = mutants.filter(isSurvivor)
  const headings = groupsOf(mutants).map(([heading, those]) => [heading, colourOf(those)] as const)
  return {
    lines: new Map<string, Colour>([[headline, verdict], ...headings]),
    copied: survivors.flatMap(({ add = [], again }) => [again, ...[add].flat()]),
  }
}

/** The colour of a group of one outcome. */
function colourOf(those: readonly JudgedMutant[]): Colour {
  const { found, of } = countsOf(those)
  if (of > 0) return found === of ? 'green' : 'red'
  return those.some(({ outcome }) => outcome === 'unstable') ? 'yellow' : 'dim'
}
