import { replay } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { isThorough, sampled } from '../support/thorough'
import { chanceOf } from './random-session'
import { type Keeps, RECORDERS } from './recorders'
import { wholeRecording } from './whole-recording'

/** What a recorder may do to bodies, and whether a report then has to say that some are not there. */
const KEEPING: Readonly<Record<string, { readonly keeps: (seed: number) => Keeps; readonly says: boolean }>> =
  {
    'all bodies': { keeps: () => () => true, says: false },
    'no body': { keeps: () => () => false, says: true },
    'bodies of requests': { keeps: () => (side) => side === 'request', says: true },
    'bodies of responses': { keeps: () => (side) => side === 'response', says: true },
    'every other body': {
      keeps: (seed) => {
        const chance = chanceOf(seed)
        return () => chance() < 0.5
      },
      says: true,
    },
  }

const SEEDS = isThorough ? Array.from({ length: 40 }, (_, at) => at + 1) : [3]
const names = Object.keys(RECORDERS)
const cases = SEEDS.flatMap((seed) =>
  names.flatMap((recorder, at) =>
    // Each recorder in one way, unless all are asked for.
    sampled(Object.keys(KEEPING), 5, at % 5).map((kept): [number, string, string] => [seed, recorder, kept]),
  ),
)

const recordings = new Map<number, ReturnType<typeof wholeRecording>>()
/** One for all recorders. */
function recordingOf(seed: number): ReturnType<typeof wholeRecording> {
  const recording = recordings.get(seed) ?? wholeRecording(seed, 24)
  recordings.set(seed, recording)
  return recording
}

describe('what recorders write of the simulator itself', () => {
  test.each(cases)(
    'recording %i, %s, %s: nobody is accused',
    { timeout: 240_000 },
    async (seed, recorder, kept) => {
      const entries = await recordingOf(seed)
      const { keeps, says } = KEEPING[kept] as (typeof KEEPING)[string]
      const { text, files } = RECORDERS[recorder]?.(entries, keeps(seed)) ?? { text: '', files: new Map() }
      const report = await replay(text, { attached: (name) => files.get(name) })
      const { differences, contradicted, undecided, notCompared, alike, alikeWithoutBody } = report
      expect({ differences, contradicted, undecided }).toEqual({
        differences: [],
        contradicted: [],
        undecided: [],
      })
      expect(alike + alikeWithoutBody + notCompared.length - alikeWithoutBody).toBe(report.exchanges)
      expect(notCompared.some(({ why }) => why.includes('does not hold'))).toBe(
        says && keepsLess(recorder, kept),
      )
      if (['Chrome', 'Firefox', 'Safari'].includes(recorder)) {
        expect(report.preflights).toBeGreaterThan(0)
        expect(String(report)).toContain(
          `${report.preflights} preflights of a browser (OPTIONS, CORS) are left out.`,
        )
      } else if (!recorder.startsWith('chrome-har')) expect(report.preflights).toBe(0)
    },
  )
})

/** Browsers and Charles do not tell everything that they leave out. */
const keepsLess = (recorder: string, kept: string): boolean =>
  !(['Chrome', 'Firefox', 'Safari'].includes(recorder) && kept === 'bodies of responses')
