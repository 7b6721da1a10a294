import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

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
