import { readdirSync } from 'node:fs'
import { readProjectFile } from '../tidy/source-tree'
import type { Block } from './blocks'
import { GIVEN } from './given'

/** How a block is shown to be true. Each of these has a test in this folder that does it for every such block. */
export type Proof =
  /** A file of tests, or a fragment that becomes one: compiled and run. */
  | 'file'
  /** A part of the program that the page is: compiled and run. */
  | 'program'
  /** Part of a file of the examples, or a whole file of the tests, which run by themselves. */
  | 'quoted'
  /** Needs a browser or processes of its own: compiled. */
  | 'compiled'
  /** Commands: run, or read by the command that they start. */
  | 'shell'
  /** Data: read by what it is for. */
  | 'data'
  /** What something prints: a test prints it again and compares what stands between the marks. */
  | 'printed'
  /** A drawing, in the language `text`. */
  | 'drawing'

/** Pages whose examples are files of tests: somebody copies one of them and it works. */
export const PAGES_OF_FILES: readonly string[] = [
  'README.md',
  'docs/overview.md',
  'docs/tutorial.md',
  ...readdirSync(new URL('../../docs/recipes/', import.meta.url)).map((name) => `docs/recipes/${name}`),
  ...Object.keys(GIVEN),
]

/** Pages whose examples are one program each. */
export const PAGES_OF_PROGRAMS: readonly string[] = ['docs/asking.md', 'docs/arranging.md']

/** What the blocks of a page that only compile take for granted. */
export const COMPILED: Readonly<Record<string, string>> = {
  'docs/browser.md': '',
  'docs/coverage.md': '',
  'docs/sandbox.md': '',
  'docs/storybook.md': '',
  'docs/explore.md': `import type { Experiment } from 'accounting-simulator/explore'

declare const start: Experiment['start']
declare const check: Experiment['check']
`,
}

/** Whole files that pages quote. */
export const QUOTED: Readonly<Record<string, readonly string[]>> = {
  'docs/explore.md': ['test/docs/explore/push-invoices.test.ts'],
  'docs/replay.md': [
    'examples/record-traffic/recording-fetch.ts',
    'examples/record-traffic/recording-receiver.ts',
    'examples/record-traffic/agrees.test.ts',
  ],
}

/** Pages with a drawing, and what tells it from a program. */
const DRAWINGS: Readonly<Record<string, RegExp>> = { 'README.md': /──/, 'CONTRIBUTING.md': /^ {3}\|$/m }

const EXCERPT = /^\/\/ (examples\/\S+)\n/

/** The file of the examples that a block says it is from. */
export const sourceOf = ({ code }: Block): string | undefined => EXCERPT.exec(code)?.[1]

/** The excerpt without the line that names its file. */
export const excerptOf = ({ code }: Block): string => code.replace(EXCERPT, '')

/** Undefined if nothing proves the block. */
export function proofOf(block: Block): Proof | undefined {
  const { page, language, mark, code } = block
  if (mark !== undefined) return 'printed'
  if (language === 'ts' || language === 'js') return proofOfCode(block)
  if (language === 'sh' || language === 'yaml') return 'shell'
  if (language === 'json') return 'data'
  return language === 'text' && DRAWINGS[page]?.test(code) ? 'drawing' : undefined
}

function proofOfCode(block: Block): Proof | undefined {
  const { page, code, language } = block
  if (sourceOf(block) !== undefined) return 'quoted'
  if (QUOTED[page]?.some((path) => readProjectFile(path) === code)) return 'quoted'
  if (language === 'js') return undefined
  if (PAGES_OF_PROGRAMS.includes(page)) return 'program'
  if (page in COMPILED) return 'compiled'
  return PAGES_OF_FILES.includes(page) ? 'file' : undefined
}
