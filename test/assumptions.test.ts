import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { ASSUMPTIONS, type AssumptionId, type AssumptionOverrides, Assumptions } from '../src/assumptions'
import { type AssumptionEntry, OPEN_ALTERNATIVES } from '../src/assumptions/assumption-entry'
import { OptionError } from '../src/errors/option-error'
import { readSources } from './tidy/source-tree'

/** The register as the Markdown table of §16. */
function assumptionTable(): string {
  const entries: [string, AssumptionEntry][] = Object.entries(ASSUMPTIONS)
  const head = ['| Id | Section | Rule | Default | Switch |', '|---|---|---|---|---|']
  return [...head, ...entries.map(([id, entry]) => row(id, entry))].join('\n')
}

function row(id: string, { section, says, value, alternatives }: AssumptionEntry): string {
  const cells = [`\`${id}\``, section, says, valueText(value), switchText(alternatives)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? `\`'${value}'\`` : `\`${JSON.stringify(value)}\``

function switchText(alternatives: AssumptionEntry['alternatives']): string {
  if (alternatives === undefined) return 'fixed'
  if (typeof alternatives === 'string') return OPEN_ALTERNATIVES[alternatives].words
  return alternatives.map(valueText).join(', ')
}

const entries = Object.entries(ASSUMPTIONS) as [AssumptionId, AssumptionEntry][]

// The type checker judges these: values have precise types.
const defaults = new Assumptions()
expectTypeOf(defaults.read('rounding')).toEqualTypeOf<'half-away-from-zero' | 'half-even' | 'down'>()
expectTypeOf(defaults.read('malformed-body')).toEqualTypeOf<400 | 422>()
expectTypeOf(defaults.read('idempotency-replay')).toEqualTypeOf<boolean>()
expectTypeOf(defaults.read('number-sequence')).toEqualTypeOf<number>()
expectTypeOf(defaults.read('feature-402')).toEqualTypeOf<readonly string[]>()
expectTypeOf(defaults.read('customer-type')).toEqualTypeOf<'company' | 'individual'>()
expectTypeOf<AssumptionOverrides>().not.toHaveProperty('chart-preset')
expectTypeOf<AssumptionOverrides['list-body']>().toEqualTypeOf<'object' | 'bare-array' | undefined>()
expectTypeOf<AssumptionOverrides['size-limits']>().toExtend<{ depth?: number } | undefined>()

describe('reading', () => {
  test.each(entries)('%s has its default', (id, entry) => {
    expect(new Assumptions().read(id)).toBe(entry.value)
  })

  test('an override wins, the others keep their defaults', () => {
    const assumptions = new Assumptions({ rounding: 'half-even', 'delete-referenced': 409 })
    expect(assumptions.read('rounding')).toBe('half-even')
    expect(assumptions.read('delete-referenced')).toBe(409)
    expect(assumptions.read('instants')).toBe('milliseconds-when-not-zero')
  })

  test('single sizes can be overridden', () => {
    const assumptions = new Assumptions({ 'size-limits': { depth: 8 } })
    expect(assumptions.read('size-limits')).toEqual({
      body: 10_485_760,
      depth: 8,
      file: 26_214_400,
      files: 10,
    })
  })

  test('used() lists what was read, sorted and once', () => {
    const assumptions = new Assumptions({ rounding: 'down' })
    expect(assumptions.used()).toEqual([])
    assumptions.read('trailing-slash')
    assumptions.read('rounding')
    assumptions.read('trailing-slash')
    expect(assumptions.used()).toEqual(['rounding', 'trailing-slash'])
    expect(new Assumptions().used()).toEqual([])
  })
})

describe('every assumption is put to use', () => {
  const code = [...readSources().values()]
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/assumptions/'))
    .map(({ text }) => text)
    .join('\n')

  test.each(entries)('%s', (id) => {
    expect(code).toContain(`'${id}'`)
  })
})

describe('overrides are checked', () => {
  // id, value, words of the message ('' = accepted)
  const table: [string, unknown, string][] = [
    ['rounding', 'half-even', ''],
    ['rounding', undefined, ''],
    ['rounding', 'up', '"half-away-from-zero", "half-even", "down"'],
    ['malformed-body', 422, ''],
    ['malformed-body', '422', '400, 422'],
    ['idempotency-replay', true, ''],
    ['number-sequence', 1000, ''],
    ['number-sequence', 0, 'a whole number above 0'],
    ['idempotency-window', 1.5, 'a whole number above 0'],
    ['health-status', 'healthy', ''],
    ['health-status', null, 'a text'],
    ['feature-402', ['contracts'], ''],
    ['feature-402', 'contracts', 'an array of names'],
    ['feature-402', [1], 'an array of names'],
    ['size-limits', { files: 1 }, ''],
    ['size-limits', { files: 0 }, 'whole numbers above 0'],
    ['size-limits', { colour: 1 }, 'body, depth, file and files'],
    ['size-limits', [], 'body, depth, file and files'],
    ['size-limits', 10, 'body, depth, file and files'],
    ['chart-preset', 'mine', 'is fixed'],
    ['check-order', [], 'limit-before-replay'],
    ['rounding-mode', 'down', "no assumption called 'rounding-mode'"],
    ['toString', 'down', "no assumption called 'toString'"],
  ]

  test.each(table)('%s = %j: %s', (id, value, words) => {
    const construct = () => new Assumptions({ [id]: value } as AssumptionOverrides)
    if (words === '') expect(construct).not.toThrow()
    else {
      expect(construct).toThrow(OptionError)
      expect(construct).toThrow(words)
      expect(construct).toThrow(expect.objectContaining({ option: `assumptions.${id}` }))
    }
  })

  test('every listed alternative is accepted, the default among them', () => {
    for (const [id, { value, alternatives }] of entries) {
      if (alternatives === undefined || typeof alternatives === 'string') continue
      expect(alternatives).toContain(value)
      for (const one of alternatives) {
        expect(new Assumptions({ [id]: one } as AssumptionOverrides).read(id)).toBe(one)
      }
    }
  })

  test('the overrides have to be an object', () => {
    expect(() => new Assumptions(null as unknown as AssumptionOverrides)).toThrow(OptionError)
    expect(() => new Assumptions('strict' as unknown as AssumptionOverrides)).toThrow(OptionError)
  })
})

describe('docs/service.md', () => {
  const path = new URL('../docs/service.md', import.meta.url)
  const [begin, end] = ['<!-- assumptions:begin -->\n', '\n<!-- assumptions:end -->']
  const before = readFileSync(path, 'utf8')
  const table = before.slice(before.indexOf(begin) + begin.length, before.indexOf(end))
  const sections = sectionsOf(before)

  test.each(entries)('%s stands in the section that it names', (id, { section }) => {
    expect(sections.get(section), `section ${section}`).toBeDefined()
    expect(sections.get(section)).toContain(`\`${id}\``)
  })

  test('the table of section 16 is fresh (UPDATE=1 rewrites it)', () => {
    expect(before).toContain(begin)
    expect(before).toContain(end)
    if (process.env.UPDATE) {
      const [head] = before.split(begin)
      const [, tail] = before.split(end)
      writeFileSync(path, `${head}${begin}${assumptionTable()}${end}${tail}`)
    } else {
      expect(table).toBe(assumptionTable())
    }
  })
})

/** The text under each numbered heading, up to the next heading of any level. */
function sectionsOf(markdown: string): Map<string, string> {
  const parts = markdown.split(/^#{2,4} (\d+(?:\.\d+)*) .*$/m)
  const sections = new Map<string, string>()
  for (let index = 1; index < parts.length; index += 2)
    sections.set(parts[index] ?? '', parts[index + 1] ?? '')
  return sections
}
