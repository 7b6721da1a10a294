import type { Check, End } from '../experiment'

/** One check of several: all their complaints. */
export const allOf =
  <Report>(...checks: readonly Check<Report>[]): ((end: End<Report>) => Promise<string[]>) =>
  async (end) => {
    const complaints: string[] = []
    for (const check of checks) complaints.push(...((await check(end)) ?? []))
    return complaints
  }
