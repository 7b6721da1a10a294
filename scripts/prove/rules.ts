import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_RULES, SHOWN } from '../../test/prove/shown-rules'

/** A sentence or a row of a table of docs/service.md, and the tests that name it. */
export interface Rule {
  /** `12.1` */
  readonly section: string
  /** The id of the assumption that it belongs to. */
  readonly id: string | undefined
  readonly text: string
  /** Tests that cite the section or the id and have each word of the sentence that is code, and those listed for it. */
  readonly tests: readonly string[]
}

interface Sentence {
  readonly section: string
  readonly id: string | undefined
  readonly text: string
}

/** Tests that read a part of the page itself and compare it with the service. */
const READERS: readonly { readonly test: string; readonly sections: RegExp; readonly part: RegExp }[] = [
  {
    test: 'test/docs/members.test.ts',
    sections: /^(2\.8|3\.[1-8]|4\.[234]|4\.6\.\d+|5\.3|5\.5|13\.1)$/,
    part: /^(\||`|Answers? |Answer:|Request:|Required:|Optional:|Added:|Read-only)/,
  },
  { test: 'test/promises/filters.test.ts', sections: /^8\.2$/, part: /^\|/ },
]

interface TestFile {
  readonly path: string
  readonly text: string
}

/** Every rule of docs/service.md with the tests that name it. */
export function rulesWithTests(): Rule[] {
  const files = testFiles()
  const citing = new Map<string, readonly TestFile[]>()
  return sentences().map((sentence) => {
    const { section, id, text } = sentence
    const words = codeWords(text).filter((word) => word !== id)
    const key = [section, id].join()
    const about = citing.get(key) ?? files.filter((file) => cites(file.text, section, id))
    citing.set(key, about)
    const reading = READERS.filter(({ sections, part }) => sections.test(section) && part.test(text))
    const listed = SHOWN.filter((shown) => begins(sentence, shown)).map(([, , test]) => `test/${test}`)
    const naming = about.filter((file) => words.every((word) => file.text.includes(word)))
    return {
      ...sentence,
      tests: [...reading.map(({ test }) => test), ...naming.map(({ path }) => path), ...listed],
    }
  })
}

/** The sentences that state a rule. */
const sentences = (): Sentence[] =>
  sentencesOf(readFileSync('docs/service.md', 'utf8')).filter(
    (sentence) => !NO_RULES.some((one) => begins(sentence, one)),
  )

/** Whether an entry of a list is about the sentence. */
export const begins = (
  { section, text }: Pick<Sentence, 'section' | 'text'>,
  [of, start]: readonly [section: string, begins: string, ...more: string[]],
): boolean => section === of && plain(text).includes(start)

/** Without marks of code; a row of a table has strokes instead of bars. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll('|', '/')

/** The tests, but for those of this mechanism and of the page itself, and the lists that are made from the sources. */
function testFiles(): TestFile[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(prove|tidy)\b/.test(name))
    .sort()
    .map((name) => join('test', name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** `§12.1`, or the id of an assumption. */
function cites(text: string, section: string, id: string | undefined): boolean {
  if (id !== undefined && text.includes(id)) return true
  return new RegExp(`§${section.replaceAll('.', '\\.')}(?!\\.?\\d)`).test(text)
}

/** What stands as code, in its words: `tin = ""` is `tin`, `/v2/invoices/` are two. */
const codeWords = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/[A-Za-z_][\w-]*|\d[\d.]+/g) ?? [])

/** The sentences and the rows of tables, in their order. Section 7.4 is written from the messages themselves. */
function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = []
  let [section, id, block] = ['', undefined as string | undefined, '']
  const end = (): void => {
    for (const sentence of block.split(/(?<=[.:]) +(?=[A-Z`*])/)) if (isRule(sentence)) add(sentence)
    block = ''
  }
  const add = (one: string): void => {
    if (section !== '')
      found.push({ section, id, text: one.replace(/^\*(Known|Specified|Assumed)[.:]+\* */, '') })
  }
  for (const line of text.replace(/<!-- (\w+):begin[\s\S]*?\1:end -->/g, '').split('\n')) {
    const [, heading] = /^#{2,4} (\d[\d.]*) /.exec(line) ?? []
    const isRow = /^ *\|/.test(line)
    if (heading !== undefined || line.trim() === '' || isRow || /^ *- /.test(line)) end()
    if (heading !== undefined) [section, id] = [heading, undefined]
    else if (isRow && !/^ *\|[-| ]+$/.test(line) && line.includes('`')) add(line.trim())
    if (/^- /.test(line)) id = undefined
    id = /^(?:- |\*Assumed\.\* )`([a-z0-9]+(?:-[a-z0-9]+)+)`/.exec(line)?.[1] ?? id
    if (heading === undefined && !isRow) block = `${block} ${line.trim()}`.trim().replace(/^- /, '')
  }
  end()
  return found
}

/** Not a mark of the source, nor what only introduces the next sentence. */
const isRule = (sentence: string): boolean => /[.|]$/.test(sentence) && !/^(\*\w+[.:]*\* *)*$/.test(sentence)

/** Counts for each section, in the order of the page. */
export function rulesTable(rules: readonly Rule[]): string {
  const sections = [...new Set(rules.map(({ section }) => section))]
  const named = rules.filter(({ tests }) => tests.length > 0).length
  const rows = sections.map((section) => {
    const own = rules.filter((rule) => rule.section === section)
    const open = own.filter(({ tests }) => tests.length === 0).length
    return `| ${section} | ${own.length} | ${open || ''} | ${mostOften(own.flatMap(({ tests }) => tests))} |`
  })
  return [
    `Tests name ${named} of the ${rules.length} sentences and rows of [service.md](service.md): a test cites the`,
    'section or the assumption, and has every word of the sentence that is code. What a test names, it need not prove.',
    'Where a test shows a rule in other words, `test/prove/shown-rules.txt` names its case. What none names is open.',
    '',
    '| Section | Rules | Open | Tests that name most of them |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function mostOften(paths: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([path]) => path.replace('test/', ''))
    .join(', ')
}
