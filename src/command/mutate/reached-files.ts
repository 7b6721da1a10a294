import { basename } from 'node:path'
import { escapeRegExp } from '../../kernel/escape-reg-exp'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import { scriptsFor } from '../package-scripts'
import type { UserCommand } from '../user-command'
import { type BareRuns, sharingWith } from './bare-runs'
import { isGreen } from './outcome'
import type { JudgedRun } from './run'

/** The words that tell a runner which files to play. Where the runner is another one, each run is whole. */
const RUNNERS: readonly { readonly runs: RegExp; readonly only: (files: readonly string[]) => string[] }[] = [
  { runs: /(^|[\\/\s])vitest(\.mjs)?(\s|$)/, only: (files) => [...files] },
  { runs: /(^|[\\/\s])jest(\.js)?(\s|$)/, only: (files) => ['--runTestsByPath', ...files] },
  { runs: /(^|[\\/])node(\.exe)?\s(.*\s)?--test(\s|$)/, only: (files) => [...files] },
  { runs: /(^|[\\/\s])pytest(\s|$)/, only: (files) => [...files] },
  { runs: /(^|[\\/\s])playwright(\.js)?\s+test(\s|$)/, only: (files) => files.map(escapeRegExp) },
]

/** Of several commands of a shell the last one would get the files. */
const SEVERAL = /[&|;\n]/

/** The command as it plays these files only, if its runner can be told. */
export function commandOfFiles(command: UserCommand, files: readonly string[]): UserCommand | undefined {
  const [program, first = '', second = ''] = command
  const manager = /^(npm|pnpm|yarn)(\.cmd)?$/.exec(basename(program))?.[1]
  const script = scriptsFor(command)[/^run(-script)?$/.test(first) ? second : first.replace(/^t$/, 'test')]
  const said = manager === undefined || script === undefined ? command.join(' ') : script
  const runner = SEVERAL.test(said) ? undefined : RUNNERS.find(({ runs }) => runs.test(said))
  if (!runner) return undefined
  const separator = manager === 'npm' && script !== undefined && !command.includes('--') ? ['--'] : []
  return [...command, ...separator, ...runner.only(files)]
}

/** Files of tests that are played without the others. */
export interface ChosenFiles {
  readonly files: ReadonlySet<string>
  readonly command: UserCommand
}

/** A runner is told no more files if it played others so many times, or was red with them where no bug was. */
const MOST_IN_VAIN = 2

/** Finds the files of the tests that a mutant can reach, so that the others need not be played. */
export class ReachedFiles {
  readonly #fileOfTest: ReadonlyMap<string, string>
  readonly #all: ReadonlySet<string>
  /** The tests that can have a mutant; null: a request of no known test. */
  readonly #reached = new Map<string, Set<string | null>>()
  /** By the files: whether the runner plays them alone as it plays them with all others. */
  readonly #known = new Map<string, Promise<boolean>>()
  readonly #refused = new Set<string>()
  #inVain = 0

  constructor(
    private readonly bare: BareRuns,
    private readonly command: UserCommand,
  ) {
    const tests = [...(bare.runs[0]?.tests ?? [])]
    this.#fileOfTest = new Map(
      tests.flatMap(([name, { file }]) => (file === undefined ? [] : [[name, file]])),
    )
    this.#all = new Set(this.#fileOfTest.values())
    for (const { seen, by = null } of bare.runs.flatMap(({ facts }) => facts)) {
      if (!seen) continue
      const name = mutantText(seen)
      this.#reached.set(name, (this.#reached.get(name) ?? new Set()).add(by))
    }
  }

  ofMutant(mutant: Mutant): ChosenFiles | undefined {
    return this.ofTests([...(this.#reached.get(mutantText(mutant)) ?? [null])])
  }

  /** Undefined if all files are to be played: these are most of them, or the runner cannot be told. */
  ofTests(tests: readonly (string | null)[]): ChosenFiles | undefined {
    if (this.#inVain >= MOST_IN_VAIN) return undefined
    const files = new Set<string>()
    for (const test of tests.flatMap((one) => [one, ...sharingWith(this.bare, one)])) {
      const file = this.#fileOf(test)
      if (file === undefined) return undefined
      files.add(file)
    }
    if (files.size * 2 > this.#all.size || this.#refused.has(keyOf(files))) return undefined
    const command = commandOfFiles(this.command, [...files].sort())
    return command && { files, command }
  }

  /** Tells whether the run is as good as one of all files: its tests ended, and red ones are green without a mutant. */
  async isTelling(
    run: JudgedRun,
    { files }: ChosenFiles,
    playBare: () => Promise<JudgedRun>,
  ): Promise<boolean> {
    const isWhole = this.#hasPlayed(run, this.#all)
    if (isWhole) this.#inVain += 1
    if (run.isGreen && this.#hasPlayed(run, files)) return true
    // The runner may be red for the words, which it did not understand.
    if (isWhole) return false
    const key = keyOf(files)
    const known = this.#known.get(key) ?? this.#isGreenAlone(playBare, files)
    this.#known.set(key, known)
    return (await known) && !run.isGreen
  }

  async #isGreenAlone(playBare: () => Promise<JudgedRun>, files: ReadonlySet<string>): Promise<boolean> {
    const run = await playBare()
    const isTelling = this.#hasPlayed(run, files) && isGreen(run, new Set(this.bare.unstable))
    if (isTelling) return true
    this.#inVain += 1
    this.#refused.add(keyOf(files))
    return false
  }

  /** All tests of these files have ended. */
  #hasPlayed({ tests }: JudgedRun, files: ReadonlySet<string>): boolean {
    return [...this.#fileOfTest].every(([name, file]) => tests.has(name) || !files.has(file))
  }

  /** A hook and a program that a test starts know the file. */
  #fileOf(test: string | null): string | undefined {
    if (test === null) return undefined
    const isOf = (file: string): boolean => test === file || test.startsWith(`${file} > `)
    return this.#fileOfTest.get(test) ?? [...this.#all].find(isOf)
  }
}

const keyOf = (files: ReadonlySet<string>): string => JSON.stringify([...files].sort())
