import type { Line, Tone } from './entries'
import { incremental } from './incremental'

const TONES: Readonly<Record<string, Tone>> = { '2xx': 'good', '4xx': 'odd', held: 'quiet', aborted: 'odd' }

/** Counts responses by class of status, and requests without one by their outcome. */
export const responseCounts = (): ((lines: readonly Line[]) => readonly {
  readonly name: string
  readonly tone: Tone
  readonly count: number
  readonly wanted: string
}[]) =>
  incremental(
    () => new Map<string, number>(),
    (counts, { entry, outcome }) => {
      if (entry.kind !== 'request') return
      const name = entry.response ? `${outcome.slice(0, 1)}xx` : outcome
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    (counts) =>
      [...counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, count]) => ({
          name,
          count,
          tone: TONES[name] ?? 'bad',
          wanted: name.endsWith('xx') ? `kind:request status:${name}` : `outcome:${name}`,
        })),
  )
