import { writeFileSync } from 'node:fs'
import { createSimulator } from 'accounting-simulator'
import { members, orUndefined, text, whole } from '../../errors/reader'
import { DIMENSION_NAMES } from '../../tools/coverage/dimensions'
import { COVERAGE_FOLDER, FactFolder, isFolderOf } from '../../tools/coverage/fact-folder'
import { judgeCoverage } from '../../tools/coverage/judge-coverage'
import type { LeastShares } from '../../tools/coverage/least-shares'

/** Options of the reporter. */
export interface CoverageReporterOptions {
  /** The path of a JSON file that also gets the report. */
  readonly json?: string
  /** The lowest percentage of each dimension, such as `{ misfortunes: 50 }`. The run fails below it. */
  readonly min?: Readonly<Record<string, number>>
}

const percentages = DIMENSION_NAMES.map((name) => [name, orUndefined(whole(0, 100))] as const)
const readReporterOptions = members({
  json: orUndefined(text),
  min: orUndefined(members(Object.fromEntries(percentages))),
})

/** The members of vitest that the reporter uses. */
interface Host {
  readonly logger?: { log(text: string): void }
  readonly projects?: readonly {
    readonly name: string
    readonly config: { readonly browser?: { readonly enabled?: boolean } }
  }[]
}

/** A run of vitest may load this module again, so the name of the folder says which process owns it. */
const OWNER = `vitest-${process.pid}`

/**
 * A reporter for vitest. After each run it prints what the tests have covered: refusals, misfortunes,
 * repeats, pages and webhooks (docs/coverage.md). Within the command `coverage` it leaves the report to the
 * command.
 * @throws OptionError for an unknown option or dimension
 * @example
 * // vitest.config.ts
 * export default { test: { reporters: ['default', 'accounting-simulator/vitest-reporter'] } }
 */
export default class CoverageReporter {
  readonly #least: LeastShares
  readonly #json: string | undefined
  #folder: FactFolder | undefined
  #host: Host = {}

  constructor(options: CoverageReporterOptions = {}) {
    const { json, min = {} } = readReporterOptions(options, 'options')
    this.#json = json
    this.#least = new Map(Object.entries(min) as [string, number][])
  }

  /** Called before the workers start, because they inherit the environment. */
  onInit(host: Host): void {
    this.#host = host
    // With a mutant the report is off: a coverage below `min` would count as a test that found the mutant.
    const named = process.env[COVERAGE_FOLDER]
    if ((named !== undefined && !isFolderOf(named, OWNER)) || process.env.ACCOUNTING_MUTANT) return
    const folder = new FactFolder(OWNER)
    this.#folder = folder
    // The variable stays set, because workers may still start.
    process.env[COVERAGE_FOLDER] = folder.path
    process.once('exit', () => folder.remove())
  }

  /** Called for each run; watch mode has several. */
  onTestRunStart(): void {
    this.#folder?.beginRun()
  }

  /** Called when the last test has ended: prints the report, and fails the run below `min`. */
  onTestRunEnd(): void {
    if (!this.#folder) return
    const { report, text, complaints, status } = judgeCoverage(this.#folder.join(), {
      least: this.#least,
      notCounted: this.#pages(),
      create: createSimulator,
    })
    const log = (line: string): void => (this.#host.logger ?? console).log(line)
    if (text !== '') log(`\n${text}`)
    if (report && this.#json !== undefined) writeFileSync(this.#json, `${JSON.stringify(report, null, 2)}\n`)
    for (const complaint of complaints) log(`accounting-simulator coverage: ${complaint}`)
    if (status !== 0 && this.#least.size > 0) process.exitCode = 1
  }

  /** Browser pages have no file system, so their simulators are not counted. */
  #pages(): string[] {
    const pages = (this.#host.projects ?? []).filter(({ config }) => config.browser?.enabled)
    return pages.map(({ name }) => `simulators in the browser pages of ${name || 'this project'}`)
  }
}
