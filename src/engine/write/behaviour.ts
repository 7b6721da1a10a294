import type { AssumptionId } from '../../assumptions'
import type { Row } from '../../kernel/store'
import type { CompiledType, TypeExtension } from '../model/compiled-type'
import type { Definition } from '../schema/define'
import type { Write } from './write'

/**
 * The stages of a write that only check and derive, in the order of docs/service.md §7.5. A stage that finds
 * problems ends the write.
 */
export const STAGES = ['references', 'state', 'dates', 'amounts', 'limits'] as const

/** Archiving changes only the state, so nothing is derived anew (docs/service.md §11.1). */
export const ARCHIVING_STAGES = ['state', 'dates', 'limits'] as const

/** Methods that get the write, the behaviour's word and its notes. */
const STEPS = [...STAGES, 'effect', 'written', 'removed'] as const

type Step = (typeof STEPS)[number]

/** What a behaviour does. `W` is its word of the definition, `N` are its notes on one write. */
interface Methods<W, N> {
  /** Assumptions that the behaviour rests on, besides those whose values it reads. */
  readonly restsOn?: readonly AssumptionId[]
  /** Columns kept beside the members of the definition, with their default values. */
  columns?(word: W, definition: Definition): Row
  /** The same for the lines of one line member. */
  lineColumns?(word: W, member: string, definition: Definition): Row
  /** Whether other records have taken something of this one, which limits what may change (§11.2). */
  isApplied?(before: Row, write: Write, word: W): boolean
  /** What the methods below note for each other during one write. */
  notes?(): N
  /** Fills in what the request left to the service, then checks that everything named exists. */
  references?(write: Write, word: W, notes: N): void
  state?(write: Write, word: W, notes: N): void
  dates?(write: Write, word: W, notes: N): void
  amounts?(write: Write, word: W, notes: N): void
  /** Checked last: what other records have left, after giving back what this one took before the edit. */
  limits?(write: Write, word: W, notes: N): void
  /** Writes to other tables and fills the last columns of the row. */
  effect?(write: Write, word: W, notes: N): void
  /** Called when the row is in its table. */
  written?(write: Write, word: W, notes: N): void
  /** Called when the row itself is about to be removed. */
  removed?(write: Write, word: W, notes: N): void
}

/** A behaviour of one record type: its methods know their word. */
export type BoundBehaviour = TypeExtension & {
  readonly name: string
  readonly restsOn: readonly AssumptionId[]
  isApplied?(before: Row, write: Write): boolean
} & { readonly [S in Step]?: (write: Write) => void }

/**
 * Something that several record types do. Behaviours never import one another: they meet in the columns of the
 * row.
 */
export interface Behaviour {
  readonly name: string
  /** The behaviour of a record type, if its definition switches it on. */
  bind(definition: Definition): BoundBehaviour | undefined
}

/** A behaviour that a word of the definition switches on. */
export const defineBehaviour = <K extends keyof Definition, N = undefined>(
  name: string,
  word: K,
  methods: Methods<NonNullable<Definition[K]>, N>,
): Behaviour => defineBehaviourWhere(name, (definition) => definition[word] ?? undefined, methods)

/** A behaviour that something else of the definition switches on, such as a field of a special kind. */
export function defineBehaviourWhere<W, N = undefined>(
  name: string,
  wordOf: (definition: Definition) => W | undefined,
  methods: Methods<W, N>,
): Behaviour {
  return {
    name,
    bind(definition) {
      const word = wordOf(definition)
      return word === undefined ? undefined : bound(name, word, definition, methods)
    },
  }
}

function bound<W, N>(name: string, word: W, definition: Definition, methods: Methods<W, N>): BoundBehaviour {
  const { restsOn = [], isApplied, notes } = methods
  const key = { name, notes: notes ?? (() => undefined as N) }
  const steps = STEPS.flatMap((step) => {
    const method = methods[step]
    return method ? [[step, (write: Write) => method(write, word, write.notesOf(key))] as const] : []
  })
  return {
    name,
    restsOn,
    columns: methods.columns?.(word, definition) ?? {},
    lineColumns: (member) => methods.lineColumns?.(word, member, definition) ?? {},
    ...(isApplied && { isApplied: (before: Row, write: Write) => isApplied(before, write, word) }),
    ...Object.fromEntries(steps),
  }
}

/** The behaviours of a record type, in the order in which they act. It carries them without knowing them. */
export const behavioursOf = (type: CompiledType): readonly BoundBehaviour[] =>
  type.extensions as readonly BoundBehaviour[]

/** Whether other records have taken something of the record as it stands. */
export const isApplied = (write: Write): boolean => {
  const { before, type } = write
  return before !== undefined && behavioursOf(type).some((one) => one.isApplied?.(before, write))
}
