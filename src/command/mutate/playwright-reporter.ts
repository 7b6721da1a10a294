import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_AT_HAND } from '../../service/mutants/mutant-fact'

/** Tests of Playwright have a process of their own, and this one says in files which is at hand, and how each ended. */
const REPORTER = `const { appendFileSync, rmSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const FOLDER = process.env.ACCOUNTING_MUTANT_FACTS
const AT_HAND = join(FOLDER, '${TEST_AT_HAND}')

module.exports = class {
  printsToStdio() {
    return false
  }

  onBegin({ workers, projects }) {
    // Workers side by side cannot be told apart.
    this.isTold = workers === 1
    this.hasProjects = projects.length > 1
  }

  onTestBegin(test) {
    if (this.isTold) writeFileSync(AT_HAND, this.nameOf(test))
  }

  onTestEnd(test, { status }) {
    if (!this.isTold) return
    rmSync(AT_HAND, { force: true })
    const hasFailed = status !== test.expectedStatus && status !== 'skipped'
    const ended = { id: test.id, name: this.nameOf(test), file: this.fileOf(test), hasFailed }
    appendFileSync(join(FOLDER, 'playwright-' + process.pid + '.jsonl'), JSON.stringify({ test: ended }) + '\\n')
  }

  fileOf({ location }) {
    return relative(process.cwd(), location.file)
  }

  nameOf(test) {
    const [, project, , ...titles] = test.titlePath()
    return [this.fileOf(test), ...titles].join(' > ') + (this.hasProjects ? ' (' + project + ')' : '')
  }
}
`

/** The variable with which Playwright takes a further reporter, if nobody else has one there. */
export function playwrightVariables(folder: string): Record<string, string> {
  if (process.env.PW_TEST_REPORTER) return {}
  const own = join(folder, 'playwright-reporter.cjs')
  writeFileSync(own, REPORTER)
  return { PW_TEST_REPORTER: own }
}
