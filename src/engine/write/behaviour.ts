import { memoize } from '../../kernel/memoize'
import type { Row } from '../../kernel/store'
import type { CompiledType, TypeExtension } from '../model/compiled-type'
import type { Definition } from '../schema/define'
import { type BehaviourAssumptions, type SortedAssumptions, sortedAssumptions } from './assumptions'
import type { Write } from './write'

/** The stages of a write that only check and derive (§7.5). A stage with problems ends the write. */
export const STAGES = ['references', 'state', 'dates', 'amounts', 'limits'] as const

/** Archiving changes the state only, so nothing is derived (§11.1). */
export const ARCHIVING_STAGES = ['state', 'dates', 'limits'] as const

/** Methods that receive the write, the behaviour's setting and the behaviour's notes. */
const STEPS = [...STAGES, 'effect', 'written', 'removed'] as const

type Step = (typeof STEPS)[number]

interface Methods<W, N> {
  /** Assumptions that the behaviour rests on without reading them. */
  readonly restsOn?: BehaviourAssumptions
  /** Columns besides the members of the definition, with their defaults. */
  columns?(setting: W, definition: Definition): Row
  /** Further columns of the lines of one line member. */
  lineColumns?(setting: W, member: string, definition: Definition): Row
  /** True if other records have applied part of this one, which restricts changes (§11.2). */
  isApplied?(before: Row, write: Write, setting: W): boolean
  /** State that the methods below share during one write. */
  notes?(): N
  /** Supplies omitted references, then checks that all referenced records exist. */
  references?(write: Write, setting: W, notes: N): void
  state?(write: Write, setting: W, notes: N): void
  dates?(write: Write, setting: W, notes: N): void
  amounts?(write: Write, setting: W, notes: N): void
  /** The last check: against open balances, to which this record's earlier amounts were returned first. */
  limits?(write: Write, setting: W, notes: N): void
  /** Writes to other tables and sets the last columns of the row. */
  effect?(write: Write, setting: W, notes: N): void
  /** Runs after the row was put into its table. */
  written?(write: Write, setting: W, notes: N): void
  /** Runs before the row is removed. */
  removed?(write: Write, setting: W, notes: N): void
}

/** A behaviour bound to one record type: its methods receive their setting. */
export type BoundBehaviour = TypeExtension & {
  readonly name: string
  readonly restsOn: BehaviourAssumptions
  isApplied?(before: Row, write: Write): boolean
} & { readonly [S in Step]?: (write: Write) => void }

/** Behaviour that several record types share. Behaviours meet in the columns of the row and never import each other. */
export interface Behaviour {
  readonly name: string
  /** Binds the behaviour to a record type; undefined if the definition does not use it. */
  bind(definition: Definition): BoundBehaviour | undefined
}

/** Defines a behaviour that a member of the definition switches on. */
export const defineBehaviour = <K extends keyof Definition, N = undefined>(
  name: string,
  member: K,
  methods: Methods<NonNullable<Definition[K]>, N>,
): Behaviour => defineBehaviourWhere(name, (definition) => definition[member] ?? undefined, methods)

/** Defines a behaviour that another property of the definition switches on, such as a special field. */
export function defineBehaviourWhere<W, N = undefined>(
  name: string,
  settingOf: (definition: Definition) => W | undefined,
  methods: Methods<W, N>,
): Behaviour {
  return {
    name,
    bind(definition) {
      const setting = settingOf(definition)
      return setting === undefined ? undefined : bound(name, setting, definition, methods)
    },
  }
}

function bound<W, N>(
  name: string,
  setting: W,
  definition: Definition,
  methods: Methods<W, N>,
): BoundBehaviour {
  const { restsOn = [], isApplied, notes } = methods
  const key = notes && { name, notes }
  const steps = STEPS.flatMap((step) => {
    const method = methods[step]
    if (!method) return []
    const run = key
      ? (write: Write) => method(write, setting, write.notesOf(key))
      : (write: Write) => method(write, setting, undefined as N)
    return [[step, run] as const]
  })
  return {
    name,
    restsOn,
    columns: methods.columns?.(setting, definition) ?? {},
    lineColumns: (member) => methods.lineColumns?.(setting, member, definition) ?? {},
    ...(isApplied && { isApplied: (before: Row, write: Write) => isApplied(before, write, setting) }),
    ...Object.fromEntries(steps),
  }
}

/** The behaviours of a record type, in the order in which they act. */
export const behavioursOf = (type: CompiledType): readonly BoundBehaviour[] =>
  type.extensions as readonly BoundBehaviour[]

interface WritePlan {
  readonly restsOn: SortedAssumptions
  readonly steps: Readonly<Record<Step, readonly ((write: Write) => void)[]>>
  readonly isApplied: readonly ((before: Row, write: Write) => boolean)[]
  /** The columns that number a new record, each with its sequence (§1.3). */
  readonly numbers: readonly { readonly column: 'number' | 'id'; readonly sequence: string }[]
}

export const writePlan = memoize((type: CompiledType): WritePlan => {
  const { definition } = type
  const behaviours = behavioursOf(type)
  return {
    restsOn: sortedAssumptions(
      [definition, ...behaviours].flatMap(({ restsOn }): BehaviourAssumptions => restsOn ?? []),
    ),
    steps: Object.fromEntries(
      STEPS.map((step) => [step, behaviours.flatMap((one) => one[step] ?? [])]),
    ) as unknown as WritePlan['steps'],
    isApplied: behaviours.flatMap((one) => one.isApplied ?? []),
    numbers: (['number', 'id'] as const)
      .filter((column) => definition.fields[column]?.presence === 'none')
      .map((column) => ({ column, sequence: `${definition.name}.${column}` })),
  }
})

/** True if other records have applied part of the record. */
export const isApplied = (write: Write): boolean => {
  const { before, type } = write
  return before !== undefined && writePlan(type).isApplied.some((asks) => asks(before, write))
}
