import { oncePer } from '../../kernel/once-per'
import type { Row } from '../../kernel/store'
import type { CompiledType, TypeExtension } from '../model/compiled-type'
import type { Definition } from '../schema/define'
import { type Grounds, type SortedGrounds, sortedGrounds } from './grounds'
import type { Write } from './write'

/**
 * The stages of a write that only check and derive, in the order of docs/service.md §7.5. A stage with
 * problems ends the write.
 */
export const STAGES = ['references', 'state', 'dates', 'amounts', 'limits'] as const

/** Archiving changes the state only, so nothing is derived (docs/service.md §11.1). */
export const ARCHIVING_STAGES = ['state', 'dates', 'limits'] as const

/** Methods that receive the write, the behaviour's word and its notes. */
const STEPS = [...STAGES, 'effect', 'written', 'removed'] as const

type Step = (typeof STEPS)[number]

/** The methods of a behaviour. `W` is its word of the definition; `N` are its notes on one write. */
interface Methods<W, N> {
  /** Assumptions that it rests on, besides those whose values it reads. */
  readonly restsOn?: Grounds
  /** Columns besides the members of the definition, with their defaults. */
  columns?(word: W, definition: Definition): Row
  /** Further columns of the lines of one line member. */
  lineColumns?(word: W, member: string, definition: Definition): Row
  /** Whether other records have applied part of this one, which restricts changes (§11.2). */
  isApplied?(before: Row, write: Write, word: W): boolean
  /** State that the methods below share during one write. */
  notes?(): N
  /** Supplies omitted references, then checks that all referenced records exist. */
  references?(write: Write, word: W, notes: N): void
  state?(write: Write, word: W, notes: N): void
  dates?(write: Write, word: W, notes: N): void
  amounts?(write: Write, word: W, notes: N): void
  /**
   * The last check: compares with the open balances of other records, after returning what this record took
   * before.
   */
  limits?(write: Write, word: W, notes: N): void
  /** Writes to other tables and sets the last columns of the row. */
  effect?(write: Write, word: W, notes: N): void
  /** Runs after the row was put into its table. */
  written?(write: Write, word: W, notes: N): void
  /** Runs before the row is removed. */
  removed?(write: Write, word: W, notes: N): void
}

/** A behaviour bound to one record type: its methods receive their setting. */
export type BoundBehaviour = TypeExtension & {
  readonly name: string
  readonly restsOn: Grounds
  isApplied?(before: Row, write: Write): boolean
} & { readonly [S in Step]?: (write: Write) => void }

/**
 * Behaviour that several record types share. Behaviours never import each other; they communicate through
 * columns of the row.
 */
export interface Behaviour {
  readonly name: string
  /** Binds the behaviour to a record type; undefined if the definition does not use it. */
  bind(definition: Definition): BoundBehaviour | undefined
}

/** Defines a behaviour that a word of the definition switches on. */
export const defineBehaviour = <K extends keyof Definition, N = undefined>(
  name: string,
  word: K,
  methods: Methods<NonNullable<Definition[K]>, N>,
): Behaviour => defineBehaviourWhere(name, (definition) => definition[word] ?? undefined, methods)

/** Defines a behaviour that another property of the definition switches on, such as a special field. */
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
  const key = notes && { name, notes }
  const steps = STEPS.flatMap((step) => {
    const method = methods[step]
    if (!method) return []
    const run = key
      ? (write: Write) => method(write, word, write.notesOf(key))
      : (write: Write) => method(write, word, undefined as N)
    return [[step, run] as const]
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

/** The behaviours of a record type, in the order in which they act. */
export const behavioursOf = (type: CompiledType): readonly BoundBehaviour[] =>
  type.extensions as readonly BoundBehaviour[]

/** What a write of one record type runs. */
interface WritePlan {
  readonly restsOn: SortedGrounds
  readonly steps: Readonly<Record<Step, readonly ((write: Write) => void)[]>>
  readonly isApplied: readonly ((before: Row, write: Write) => boolean)[]
  /** The columns that number a new record, each with its sequence (docs/service.md §1.3). */
  readonly numbers: readonly { readonly column: 'number' | 'id'; readonly sequence: string }[]
}

export const writePlan = oncePer((type: CompiledType): WritePlan => {
  const { definition } = type
  const behaviours = behavioursOf(type)
  return {
    restsOn: sortedGrounds([definition, ...behaviours].flatMap(({ restsOn }): Grounds => restsOn ?? [])),
    steps: Object.fromEntries(
      STEPS.map((step) => [step, behaviours.flatMap((one) => one[step] ?? [])]),
    ) as unknown as WritePlan['steps'],
    isApplied: behaviours.flatMap((one) => one.isApplied ?? []),
    numbers: (['number', 'id'] as const)
      .filter((column) => definition.fields[column]?.presence === 'none')
      .map((column) => ({ column, sequence: `${definition.name}.${column}` })),
  }
})

/** Whether other records have applied part of the record. */
export const isApplied = (write: Write): boolean => {
  const { before, type } = write
  return before !== undefined && writePlan(type).isApplied.some((asks) => asks(before, write))
}
