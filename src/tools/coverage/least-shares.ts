import { didYouMean } from '../../kernel/nearest-name'
import { DIMENSION_NAMES } from './dimensions'
import type { CoverageReport } from './report'
import { percentOf } from './report-text'

/** The least percentage of each dimension that is asked for. */
export type LeastShares = ReadonlyMap<string, number>

/** Reads `misfortunes=50,pages=100`. @throws Error with a message for the terminal */
export function readLeastShares(text: string, option: string): LeastShares {
  return new Map(
    text.split(',').map((part) => {
      const [, name = '', percent = ''] = /^([^=]*)=?(.*)$/.exec(part) ?? []
      if (!DIMENSION_NAMES.includes(name))
        throw new Error(
          `${option}: there is no dimension ${name}${didYouMean(name, DIMENSION_NAMES)}; ` +
            `there are ${DIMENSION_NAMES.join(', ')}`,
        )
      if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100)
        throw new Error(
          `${option}: ${name} takes a whole percentage from 0 to 100, as in ${name}=80, not ${part}`,
        )
      return [name, Number(percent)]
    }),
  )
}

/** Tells which dimensions are below what is asked for, one line each. One with nothing to meet cannot be judged. */
export function shortfalls(
  { dimensions }: CoverageReport,
  least: LeastShares,
): { readonly below: readonly string[]; readonly unjudged: readonly string[] } {
  const asked = dimensions.flatMap((dimension) => {
    const percent = least.get(dimension.name)
    return percent === undefined ? [] : [{ ...dimension, percent }]
  })
  return {
    below: asked
      .filter(({ met, of, percent }) => of > 0 && met.length * 100 < percent * of)
      .map(({ name, met, of, percent }) => {
        const share = `${met.length} of ${of} (${percentOf({ met, of })} %)`
        return `${name}: ${share} met, and at least ${percent} % were asked for`
      }),
    unjudged: asked
      .filter(({ of, percent }) => of === 0 && percent > 0)
      .map(({ name }) => `${name}: there is nothing to meet, so no percentage can be asked for`),
  }
}
