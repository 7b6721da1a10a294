import { type Cents, product } from '../../kernel/cents'
import { amountText, type Decimal, round, spreadBy } from '../../kernel/money'
import { pascal, singular } from '../../kernel/name-words'
import type { Row, Table } from '../../kernel/store'
import type { TableName } from '../../kernel/table-shape'
import type { CompiledType } from '../model/compiled-type'
import type { Actor, Context, World } from '../model/context'
import { findRecord } from '../model/find-record'
import { Problems } from '../model/refusals'
import { linesOf, type MutableRow } from '../model/row'

/** One write in progress: the row before it and the row after it. */
export class Write implements Context {
  readonly world: World
  readonly organization: string
  readonly actor: Actor
  readonly problems = new Problems()
  /** Set if the write changes rows that the record shows but does not contain. */
  changesOthers = false
  /** Set if a record that it refers to may be inactive. */
  mayUseInactive = false
  /** The date on which a termination or a reversal takes effect, if the caller gives one. */
  effectiveDate?: string
  #notes?: Map<object, unknown>

  constructor(
    { world, organization, actor }: Context,
    readonly type: CompiledType,
    readonly before: Row | undefined,
    readonly after: MutableRow,
    /** The members in the request. */
    readonly sent: ReadonlySet<string>,
  ) {
    this.world = world
    this.organization = organization
    this.actor = actor
  }

  get definition() {
    return this.type.definition
  }

  /** True if the engine itself writes the record, from another record that was checked before. */
  get isGenerated(): boolean {
    return this.definition.generated === true || this.actor.actor_type === 'contract'
  }

  get isPosted(): boolean {
    return this.after.record_status === 'posted'
  }

  get wasPosted(): boolean {
    return this.before?.record_status === 'posted'
  }

  get isArchived(): boolean {
    return this.after.record_status === 'archived'
  }

  get isArchiving(): boolean {
    return this.isArchived && this.before !== undefined && this.before.record_status !== 'archived'
  }

  /** The line as it was before the write, found by the id in the body. */
  lineBefore(member: string, { id }: Row): Row | undefined {
    if (id === null || id === undefined) return undefined
    return linesOf(this.before ?? {}, member).find((one) => one.id === id)
  }

  table<R extends Row>(name: TableName<R>): Table<R>
  table(name: string): Table
  table(name: string): Table {
    return this.world.store.table(this.organization, name)
  }

  /** The state that a behaviour shares between its stages of this write, created on first use. */
  notesOf<N>(behaviour: { notes(): N }): N {
    this.#notes ??= new Map()
    const known = this.#notes.get(behaviour) as N | undefined
    if (known !== undefined) return known
    const notes = behaviour.notes()
    this.#notes.set(behaviour, notes)
    return notes
  }

  find<R extends Row>(resource: TableName<R>, by: string, value: unknown): R | undefined
  find(resource: string, by: string, value: unknown): Row | undefined
  find(resource: string, by: string, value: unknown): Row | undefined {
    return findRecord(this, resource, by, value)
  }

  /** The model name of a record type, for messages. */
  modelOf(resource: string): string {
    return this.world.registry.find(resource)?.definition.model ?? pascal(singular(resource))
  }

  round(value: Decimal): Decimal {
    return round(value, this.world.assumptions.read('rounding'))
  }

  /** Divides an amount of a schedule in proportion to weights. */
  spread(total: Decimal, weights: readonly Decimal[]): Decimal[] {
    const { assumptions } = this.world
    return spreadBy(assumptions.read('schedule-remainder'), (value) => this.round(value))(total, weights)
  }

  /** Multiplies an amount by a price or a rate and rounds to cents. */
  product(one: string, other: string): Cents {
    return product(one, other, this.world.assumptions.read('rounding'))
  }

  /** Rounds to cents and formats as rows store amounts. */
  roundedText(value: Decimal): string {
    return amountText(this.round(value))
  }
}
