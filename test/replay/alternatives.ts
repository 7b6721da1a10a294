import {
  type AssumptionId,
  type AssumptionOverrides,
  createSimulator,
  type Simulator,
} from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { withNoise } from './noise'
import { chanceOf } from './random-session'
import { recorded, SESSIONS } from './sessions'

export type Alternative = readonly [id: AssumptionId, value: unknown]

/** Every value that is not the default one. */
export const ALTERNATIVES: readonly Alternative[] = createSimulator()
  .assumptions.register()
  .flatMap(({ id, default: standard, alternatives }) =>
    alternatives.filter((value) => value !== standard).map((value) => [id, value] as const),
  )

export const overridesOf = (turned: readonly Alternative[]): AssumptionOverrides =>
  Object.fromEntries(turned) as AssumptionOverrides

type Entries = Pick<Simulator['traffic'][number], 'at' | 'request' | 'response'>[]

/** What was answered; the times of two recordings of one session are the same. */
const answersOf = (entries: Iterable<Entries[number]>): string =>
  JSON.stringify([...entries].map(({ response }) => [response?.status, response?.headers, response?.body]))

export const SESSION_NAMES = Object.keys(SESSIONS)

const usual = new Map<string, string>()

/** Whether a session goes otherwise with these. */
export async function isTelling(turned: readonly Alternative[], session: string): Promise<boolean> {
  const known = usual.get(session) ?? answersOf((await recorded({}, [session])).traffic)
  usual.set(session, known)
  return answersOf((await recorded(overridesOf(turned), [session])).traffic) !== known
}

/**
 * - `invisible`: the recording is the same without it
 * - `identified`: contradicted, and only its value fits
 * - `undecided`: among those of which one has to be turned
 * - `silent`: seen in identifiers or times only, which may differ
 */
export type Verdict = 'identified' | 'undecided' | 'invisible' | 'silent'

export interface Told {
  readonly verdicts: readonly Verdict[]
  /** What was accused and was not turned. */
  readonly false: readonly string[]
}

/** What a recording tells of each alternative that was turned in it. */
export async function tell(
  turned: readonly Alternative[],
  sessions: readonly string[],
  noise?: number,
): Promise<Told> {
  const record = async (some: readonly Alternative[]): Promise<Entries> => {
    const { traffic } = await recorded(overridesOf(some), sessions, noise === undefined ? 2 : 4)
    return noise === undefined ? [...traffic] : withNoise([...traffic], chanceOf(noise))
  }
  const recording = await record(turned)
  const { contradicted, undecided } = await replay(recording)
  const verdicts: Verdict[] = []
  for (const alternative of turned) {
    const [id, value] = alternative
    const fitsIn = (list: typeof contradicted): boolean =>
      list.some((one) => one.id === id && one.fits.includes(value))
    if (fitsIn(contradicted)) verdicts.push('identified')
    else if (fitsIn(undecided)) verdicts.push('undecided')
    else {
      const without = await record(turned.filter((one) => one !== alternative))
      verdicts.push(answersOf(without) === answersOf(recording) ? 'invisible' : 'silent')
    }
  }
  const overrides: Readonly<Record<string, unknown>> = overridesOf(turned)
  const wrong = contradicted.filter(({ id, fits }) => fits.length !== 1 || fits[0] !== overrides[id])
  return { verdicts, false: wrong.map(({ id }) => id) }
}

/** All alternatives in sets of up to eight, none of which has two values of one assumption. */
export function randomSets(seed: number): Alternative[][] {
  const chance = chanceOf(seed)
  const shuffled = [...ALTERNATIVES].map((one) => [chance(), one] as const).sort(([a], [b]) => a - b)
  const sets: Alternative[][] = []
  for (const [, alternative] of shuffled) {
    const set = sets.find((one) => one.length < 8 && !one.some(([id]) => id === alternative[0]))
    if (set) set.push(alternative)
    else sets.push([alternative])
  }
  return sets
}
