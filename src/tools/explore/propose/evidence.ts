import type { Records, Simulator } from '../../../index'
import { parseJson } from '../../../kernel/decoded-text'
import { memberNames } from '../../../kernel/member-names'
import type { End } from '../experiment'
import { type AnyRecord, allRecords, identifierOf } from '../oracles/records-of'

/** A condition that held in all calm runs. */
export interface Oracle {
  /** The oracle in words. */
  readonly text: string
  /** The check, which is JavaScript and TypeScript: one argument of `allOf`. */
  readonly code: string
  /** The oracles of `accounting-simulator/explore` that the code uses. */
  readonly uses: readonly string[]
}

/** The records of one type that the program created. */
export interface Creation {
  readonly records: keyof Records
  readonly made: readonly AnyRecord[]
  readonly members: readonly string[]
  readonly isOfFirstRun: boolean
}

/** The facts that a calm run shows at its end. */
export interface Evidence {
  readonly end: End<unknown>
  readonly creations: readonly Creation[]
  readonly hasCreated: boolean
  all(records: keyof Records): readonly AnyRecord[]
  readonly types: readonly (keyof Records)[]
}

/** Something that the program keeps: a file, or a member of one. */
export interface Kept {
  /** For people. */
  readonly name: string
  readonly value: unknown
  /** JavaScript that reads it. Its type is any, so that the code is TypeScript, too. */
  readonly reads: string
}

export function evidenceOf(world: Simulator, end: End<unknown>): Evidence {
  const known = new Map<keyof Records, readonly AnyRecord[]>()
  const all = (records: keyof Records): readonly AnyRecord[] => {
    const found = known.get(records) ?? allRecords(end, records)
    known.set(records, found)
    return found
  }
  const types = memberNames(world.records).filter((records) => all(records).length > 0)
  const creations = types.flatMap((records) => creationOf(end, records, all(records)))
  return { end, creations, hasCreated: creations.length > 0, all, types }
}

function creationOf(
  { simulator, runs }: End<unknown>,
  type: keyof Records,
  all: readonly AnyRecord[],
): Creation[] {
  const entries = simulator.traffic.filter(
    ({ reason }) => reason?.verb === 'create' && reason.rule === 'done' && reason.record?.type === type,
  )
  const ids = new Set(entries.map(({ reason }) => reason?.record?.id))
  const made = all.filter((record) => ids.has(identifierOf(record)))
  if (made.length === 0) return []
  const end = runs[0]?.to ?? ''
  const members = [...new Set(entries.flatMap(({ request }) => membersOf(request.body)))]
  return [{ records: type, made, members, isOfFirstRun: entries.every(({ at }) => at <= end) }]
}

const membersOf = (body: unknown): string[] => Object.keys(parseJson(String(body)) ?? {})
