import { RecordingError } from './recording-error'

/** The values and levels that a text may have. */
export interface ParseBudget {
  /** Members and entries that may still be parsed. */
  values: number
  /** Levels of nesting. */
  readonly depth: number
  /** True if whoever reads the message has no option that raises it. */
  readonly isFixed?: boolean
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]

/**
 * Refuses JSON that would take much more memory than its text: `[[],[],[]` takes twenty times as much.
 * @throws RecordingError before anything is parsed
 */
export function weighJson(text: string, allowance: ParseBudget, place: string): void {
  let [values, depth, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1
      depth += 1
      if (depth > allowance.depth)
        throw new RecordingError(
          place,
          `a body nests deeper than ${allowance.depth} levels${allowance.isFixed ? '' : '; raise limits.depth'}`,
        )
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  allowance.values -= values
  if (allowance.values < 0)
    throw new RecordingError(
      place,
      `the recording has too many members and entries${allowance.isFixed ? '' : '; split it, or raise limits.values'}`,
    )
}
