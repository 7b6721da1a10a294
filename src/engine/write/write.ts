import { type Cents, product } from '../../kernel/cents'
import { amountText, type Decimal, round } from '../../kernel/money'
import type { Row, Table } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { Problems } from '../model/errors'
import type { MutableRow } from '../model/row'
import type { Actor, World } from '../model/world'

/** One write under way: the row as it stands in the store and the draft of what it becomes. */
export class Write {
  readonly problems = new Problems()
  /** Set where a write changes rows that the record shows and does not hold. */
  changesOthers = false
  /** Notes that capabilities leave for the effects, such as documents taken back and not yet written. */
  readonly notes = new Map<string, unknown>()

  constructor(
    readonly world: World,
    readonly type: CompiledType,
    readonly organization: string,
    readonly actor: Actor,
    readonly before: Row | undefined,
    readonly after: MutableRow,
    /** The members that the request named. */
    readonly sent: ReadonlySet<string>,
  ) {}

  get definition() {
    return this.type.definition
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

  /** The write only archives the record. */
  get isArchiving(): boolean {
    return this.isArchived && this.before !== undefined && this.before.record_status !== 'archived'
  }

  /** Whether other records have taken something of the record as it stands. */
  get isApplied(): boolean {
    const { before, type } = this
    if (!before) return false
    return type.behaviours.some((behaviour) => behaviour.isApplied?.(before, this))
  }

  table<R extends Row = Row>(name: string): Table<R> {
    return this.world.store.table<R>(this.organization, name)
  }

  /** The record that a reference names, if there is one. */
  find(resource: string, by: string, value: unknown): Row | undefined {
    return findRecord(this.world, this.organization, resource, by, value)
  }

  /** The model's name of a record type, for messages. */
  modelOf(resource: string): string {
    return this.world.registry.find(resource)?.definition.model ?? modelName(resource)
  }

  round(value: Decimal): Decimal {
    return round(value, this.world.assumptions.read('rounding'))
  }

  /** An amount at a price or a rate, rounded to cents. */
  product(one: string, other: string): Cents {
    return product(one, other, this.world.assumptions.read('rounding'))
  }

  /** Rounded to cents, as rows keep amounts. */
  roundedText(value: Decimal): string {
    return amountText(this.round(value))
  }
}

export function findRecord(
  world: World,
  organization: string,
  resource: string,
  by: string,
  value: unknown,
): Row | undefined {
  const target = world.registry.find(resource)
  if (!target || value === null || value === undefined) return undefined
  const table = world.store.table(organization, resource)
  return target.definition.identifier === by
    ? table.get(value as number)
    : table.find(by, value as string | number)
}

/** customerCredits -> CustomerCredit, for record types that are not in the catalogue. */
const modelName = (resource: string): string =>
  (resource[0] ?? '').toUpperCase() + resource.slice(1).replace(/ies$/, 'y').replace(/s$/, '')
