import { readFileSync } from 'node:fs'

export type Shown = readonly [section: string, begins: string, test: string, named: string]

/**
 * Rules of docs/service.md that a test shows although it does not have all their words: a line of shown-rules.txt has the
 * section, how the rule begins without marks of code and tables, the test, and a part of its text that names the case.
 */
export const SHOWN: readonly Shown[] = readFileSync(new URL('./shown-rules.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, section, start, test, named] = /^(\S+) (.*) -> (\S+): (.*)$/.exec(line) ?? []
    if (!section || !start || !test || !named) throw new Error(`shown-rules.txt: ${line}`)
    return [section, start, test, named]
  })

/** Sentences that state nothing of the service themselves. */
export const NO_RULES: readonly (readonly [section: string, begins: string, why: string])[] = [
  ['4.4', 'For receivable and payable accounts', 'refers to a rule'],
  ['4.5', 'For customer payments see', 'refers to a rule'],
  ['4.6.5', 'other public material marks', 'says what other material has'],
  ['5.4', 'Webhooks (14.1)', 'refers to a section'],
  ['5.4', 'The specification says that', 'says what the specification lacks'],
  ['7.1', 'Lines follow line-ids', 'refers to a rule'],
]
