import type { Simulator } from '../../../index'
import type { Written } from './records-of'

export interface OracleResult {
  readonly complaints: string[]
  /** A sentence of all plans on what it could not compare; absent if it compared something. */
  readonly idle?: string | false
  /** True if finding nothing may be right, as of a mirror without records. */
  readonly mayBeIdle?: true
}

interface OracleFinding extends OracleResult {
  /** True if somebody has looked at the complaints. */
  isRead: boolean
}

export class AskedOracles {
  readonly findings: OracleFinding[] = []
  /** Checks of several parts that are still asking. */
  readonly pending: Promise<unknown>[] = []
  /** A part of the check gave no list back. */
  isUnlisted = false

  /** Sentences on what compared nothing. @param isAll whether the check is nothing but these oracles */
  idle(isAll: boolean): string[] {
    const sentences = this.findings.flatMap(({ idle }) => idle || [])
    const isVain = isAll && this.findings.every(({ idle, mayBeIdle }) => idle && !mayBeIdle)
    return isVain && sentences.length > 0 ? [...sentences, COMPARED_NOTHING] : sentences
  }
}

export const COMPARED_NOTHING = 'check compared nothing in any plan'

/** Kept beside the world, because a check may hand on another end than it was given. */
const asked = new WeakMap<Simulator, AskedOracles>()

/** Notes the oracles that are asked about that world from here on. */
export function noteOracles(simulator: Simulator): AskedOracles {
  const notes = new AskedOracles()
  asked.set(simulator, notes)
  return notes
}

/** Undefined outside an exploration. */
export const oraclesAsked = ({ simulator }: Pick<Written, 'simulator'>): AskedOracles | undefined =>
  asked.get(simulator)

const made = new WeakSet<object>()

/** Makes a check of which an exploration knows what it compared. */
export function oracle<End extends Pick<Written, 'simulator'>>(
  find: (end: End) => OracleResult,
): (end: End) => string[] {
  const ask = (end: End): string[] => {
    const finding = { ...find(end), isRead: false }
    oraclesAsked(end)?.findings.push(finding)
    return new Proxy(finding.complaints, {
      get(complaints, name, self) {
        finding.isRead = true
        return Reflect.get(complaints, name, self)
      },
    })
  }
  made.add(ask)
  return ask
}

export const isOracle = (check: object): boolean => made.has(check)

export function markOracle(check: object): void {
  made.add(check)
}
