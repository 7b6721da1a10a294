import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { fitted } from '../../src/command/colours'

/** Compares what stands between two marks of a document with what belongs there; UPDATE=1 puts it there. */
export function fresh(path: string, mark: string, text: string): void {
  const url = new URL(`../../${path}`, import.meta.url)
  const [begin, end] = [`<!-- ${mark}:begin -->\n`, `\n<!-- ${mark}:end -->`]
  const before = readFileSync(url, 'utf8')
  const [head, rest = ''] = before.split(begin)
  const [found, tail] = rest.split(end)
  expect(tail, `${path} has the marks of ${mark}`).toBeDefined()
  if (process.env.UPDATE) writeFileSync(url, `${head}${begin}${text}${end}${tail}`)
  else expect(found).toBe(text)
}

/** A block of what was printed, as a terminal of 80 columns breaks its lines; whole where people copy a part. */
export function printedBlock(text: string, copied: readonly string[] = []): string {
  const marks = { lines: new Map(), copied }
  return `\`\`\`\n${fitted(text, marks, { isTTY: true, columns: 80 }, { NO_COLOR: '1' })}\n\`\`\``
}
