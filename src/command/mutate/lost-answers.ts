import { type Mutant, mutantsByTestText, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutantRuns } from './mutant-runs'
import { isGreen, mutantEffectsOf } from './outcome'
import type { JudgedRun } from './run'
import type { TestEnds } from './test-ends'
import type { Placed, Together } from './together'
import type { ProvenLine, TriedLines } from './tried-lines'
import { adviceForRed } from './words'

interface WithLostAnswer {
  /** The service refuses the second write by itself. */
  readonly outcome?: 'loud'
  readonly line?: ProvenLine | undefined
  readonly advice?: string
}

const KEY_KINDS: ReadonlySet<Mutant['kind']> = new Set(['no-idempotency-key', 'fresh-idempotency-key'])

/** Runs in which an answer is lost, because a key matters there alone. */
export class LostAnswers {
  /** The runs without a mutant, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()
  /** The operations whose answers were lost together; those that are not above were red. */
  readonly #lost = new Set<string>()
  /** The parts of runs of several mutants, in which the test of that mutant was green. */
  readonly #parts = new Map<Mutant, JudgedRun>()

  constructor(
    private readonly runs: MutantRuns,
    private readonly unstable: ReadonlySet<string>,
    private readonly together: Together,
    private readonly triedLines: (bare?: readonly TestEnds[]) => TriedLines,
    private readonly isOver: () => boolean,
  ) {}

  /** Plays those of several operations in one run, each in a test of its own. What is red there is played alone. */
  async playTogether(mutants: readonly Mutant[]): Promise<void> {
    for (const kind of KEY_KINDS) {
      const own = mutants.filter((one) => one.kind === kind)
      const placed = own.flatMap((mutant) => {
        const { test = null } = this.triedLines().testFor(mutant.operation) ?? {}
        return test !== null && this.together.isPlace(mutant, test) ? [{ mutant, test }] : []
      })
      for (const group of this.together.groups(placed)) {
        if (group.length === 1 || this.isOver()) continue
        const unknown = group.filter(({ mutant }) => !this.#lost.has(mutant.operation))
        if (unknown.length > 1) {
          for (const { mutant } of unknown) this.#lost.add(mutant.operation)
          for (const [{ operation }, part] of await this.#greenParts(unknown, UNCHANGED))
            this.#losing.set(operation, Promise.resolve(part))
        }
        const known = group.filter(({ mutant }) => this.#losing.has(mutant.operation))
        if (known.length < 2 || this.isOver()) continue
        const parts = await this.#greenParts(known, mutantsByTestText(this.together.byTest(known)))
        for (const [mutant, part] of parts) this.#parts.set(mutant, part)
      }
    }
  }

  async #greenParts(group: readonly Placed[], mutant: string): Promise<[Mutant, JudgedRun][]> {
    const loses = group.map((one) => ({ test: one.test, on: one.mutant.operation }))
    const files = this.runs.files.ofTests(group.map(({ test }) => test))
    const run = await this.runs.run({ mutant, loses, files })
    return group.flatMap((one): [Mutant, JudgedRun][] => {
      const part = this.together.partOf(run, one, group)
      return part && isGreen(part, this.unstable) ? [[one.mutant, part]] : []
    })
  }

  /** Tries a mutant of a key in one test; undefined for others, and where there is no such test. */
  async of(mutant: Mutant): Promise<WithLostAnswer | 'no time left' | undefined> {
    const { kind, operation: on } = mutant
    if (!KEY_KINDS.has(kind)) return undefined
    const end = this.triedLines().testFor(on)
    if (!end) return undefined
    if (this.isOver()) return 'no time left'
    const loses = [{ test: end.test, on }]
    const files = this.runs.files.ofTests([end.test])
    const calm = this.#losing.get(on) ?? this.runs.run({ mutant: UNCHANGED, loses, files })
    this.#losing.set(on, calm)
    const bare = await calm
    if (!isGreen(bare, this.unstable)) return { advice: adviceForRed(on, end.test) }
    if (this.isOver()) return 'no time left'
    const run = this.#parts.get(mutant) ?? (await this.runs.run({ mutant: mutantText(mutant), loses, files }))
    const effects = mutantEffectsOf(run)
    if (isGreen(run, this.unstable) && effects.has('refused') && !effects.has('other'))
      return { outcome: 'loud' }
    const line = this.triedLines([bare.ends])
    return { line: line.losing(mutant, end, isGreen(run, this.unstable) ? run.ends : undefined) }
  }
}
