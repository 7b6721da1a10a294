import { OptionError } from '../../../errors/option-error'
import { parseJson } from '../../../kernel/decoded-text'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const BRACE = 0x7b
const ENDLESS = Number.POSITIVE_INFINITY

type Bound = 'levels' | 'members' | 'objects'

/** True if brackets nest too deeply. Checked before parsing, because the parser recurses. */
export const nestsDeeperThan = (text: string, levels: number): boolean =>
  hasMoreOf(text, '{[', levels) && isBeyond(text, { levels })

/** True if one object has more members. Checked before parsing, because names parse slower than values. */
export const hasMoreMembersThan = (text: string, most: number): boolean =>
  hasMoreOf(text, ':', most) && isBeyond(text, { members: most })

/** True if there are more objects, such as the lines of a document. */
export const hasMoreObjectsThan = (text: string, most: number): boolean =>
  hasMoreOf(text, '{', most) && isBeyond(text, { objects: most })

/** Scans the characters outside of strings. */
function isBeyond(
  text: string,
  { levels = ENDLESS, members = ENDLESS, objects = ENDLESS }: Partial<Record<Bound, number>>,
): boolean {
  let opened = 0
  /** For each open object or list, the number of its members so far. */
  const counts: number[] = []
  let inText = false
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (inText) {
      if (code === BACKSLASH) position += 1
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === BRACE || code === 0x5b) {
      if (counts.push(0) > levels) return true
      if (code === BRACE) opened += 1
      if (opened > objects) return true
    } else if (code === 0x7d || code === 0x5d) counts.pop()
    else if (code === COLON) {
      const count = (counts.pop() ?? 0) + 1
      if (count > members) return true
      counts.push(count)
    }
  }
  return false
}

/** A cheap count first: `indexOf` is much faster than a scan, and most bodies have few of the characters. */
function hasMoreOf(text: string, characters: string, most: number): boolean {
  let count = 0
  for (const one of characters)
    for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1)) {
      count += 1
      if (count > most) return true
    }
  return false
}

const CALLS = { depth: 64, members: 10_000 } as const

/**
 * Parses the body of a call to the controls, to a team or to an agent's tool.
 * @throws OptionError for a body that is not JSON or would take too long to parse
 */
export function readCall(text: string): unknown {
  const { depth, members } = CALLS
  if (nestsDeeperThan(text, depth))
    throw new OptionError('body', `the body nests deeper than ${depth} levels`)
  if (hasMoreMembersThan(text, members))
    throw new OptionError('body', `an object of the body has more than ${members} members`)
  const value = text.trim() === '' ? {} : parseJson(text)
  if (value === undefined) throw new OptionError('body', 'the body is not valid JSON')
  return value
}
