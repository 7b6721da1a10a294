import type { Row } from '../../kernel/store'
import type { Resource } from '../model/compiled-type'
import { texts } from '../model/messages'
import { type Draft, draftLinesOf, linesOf } from '../model/row'
import { nextOf } from '../model/sequences'
import type { Work } from './write'

/** The lines of a request in the shape in which rows keep them, in the order of the body. */
export function draftLines(
  resource: Resource,
  member: string,
  values: unknown,
  /** The lines that ids of the request may name: they keep what no request can say. */
  known: readonly Row[] = [],
): Draft[] {
  const blank = resource.blankLine(member)
  const kept = resource.keptOfLines(member)
  return ((values ?? []) as readonly Row[]).map((line, index) => {
    const before = kept.length > 0 ? known.find(({ id }) => id === line.id) : undefined
    return {
      ...blank,
      ...Object.fromEntries(kept.map((name) => [name, before?.[name] ?? null])),
      ...line,
      position: line.position ?? index + 1,
    }
  })
}

/**
 * A line that names an id keeps that line of the record, so the id must be one of its own (docs/service.md
 * §4.1).
 */
export function checkLineIds(work: Work): void {
  for (const member of work.resource.lineMembers) {
    const known = new Set(linesOf(work.before ?? {}, member).map((line) => line.id))
    for (const [index, line] of draftLinesOf(work.draft, member).entries()) {
      if (line.id === null || line.id === undefined) continue
      if (!known.delete(line.id)) work.problems.add(member, texts.line(index, texts.unknown('Line', line.id)))
    }
  }
}

/** Puts lines in the order of their positions and gives new ones an id. */
export function settleLines(work: Work): void {
  for (const member of work.resource.lineMembers) {
    const lines = draftLinesOf(work.draft, member).sort(
      (a, b) => (a.position as number) - (b.position as number),
    )
    for (const line of lines) line.id ??= nextOf(work.world.store, work.organization, 'line')
  }
}
