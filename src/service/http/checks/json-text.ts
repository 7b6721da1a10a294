const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether brackets nest too deeply. Checked before parsing, because the parser recurses. */
export function nestsDeeperThan(text: string, levels: number): boolean {
  if (!hasMoreBracketsThan(text, levels)) return false
  let depth = 0
  let inText = false
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (inText) {
      if (code === BACKSLASH) position += 1
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > levels) return true
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return false
}

/** Searching is much faster than looking at each character, and most bodies have few brackets. */
function hasMoreBracketsThan(text: string, most: number): boolean {
  let count = 0
  for (const bracket of '{[')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > most) return true
    }
  return false
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
