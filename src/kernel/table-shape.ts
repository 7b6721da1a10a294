import type { Row } from './row'

/** A kind of value. A final `?` allows null, `[shape]` is a list, an object lists required members. */
export type ColumnShape = ScalarKind | `${ScalarKind}?` | readonly [ColumnShape] | Members

type Members = { readonly [member: string]: ColumnShape }

/** The types of single values. 'instant' is in milliseconds since 1970, 'time' in ISO 8601. */
interface Values {
  text: string
  'non-empty text': string
  count: number
  integer: number
  number: number
  flag: boolean
  instant: number
  time: string
  date: string
  decimal: string
  cents: number | string
  object: Row
  list: readonly unknown[]
  any: unknown
}

type ScalarKind = keyof Values

declare const NARROW: unique symbol
type Narrow<T> = { readonly [NARROW]: T }

/** Gives a member a narrower type than its shape expresses. */
export const as =
  <T>() =>
  <S extends ColumnShape>(shape: S): S & Narrow<T> =>
    shape as S & Narrow<T>

type ValueOf<S> =
  S extends Narrow<infer T>
    ? T
    : S extends ScalarKind
      ? Values[S]
      : S extends `${infer K extends ScalarKind}?`
        ? Values[K] | null
        : S extends readonly [infer One]
          ? readonly ValueOf<One>[]
          : Row & { readonly [Member in keyof S]: ValueOf<S[Member]> }

/** The scope of tables that belong to the whole world instead of an organisation. */
export const WORLD = ''

/** A table name that carries the type of its rows and its scope, so that each table is declared once. */
export type TableName<R extends Row, IsOfWorld extends boolean = false> = string & {
  readonly rows?: R
  readonly isOfWorld?: IsOfWorld
}

export type RowIn<Name> = Name extends { readonly rows?: infer R } ? NonNullable<R> : never

const declared = new Map<string, ColumnShape>()
const keyOf = (isOfWorld: boolean, name: string): string => `${isOfWorld ? 'world' : 'organization'} ${name}`

const declaring =
  <IsOfWorld extends boolean>(isOfWorld: IsOfWorld) =>
  <const S extends Members>(name: string, shape: S): TableName<Row & ValueOf<S>, IsOfWorld> => {
    declared.set(keyOf(isOfWorld, name), shape)
    return name
  }

/** Declares a table of the whole world that holds no records. */
export const worldTable = declaring(true)
export const table = declaring(false)

/** All declared tables, sorted so that the order in which modules load does not matter. */
export const declaredTables = (): readonly (readonly [string, ColumnShape])[] =>
  [...declared].sort(([one], [other]) => (one < other ? -1 : 1))

/** The names of the declared tables of the whole world, or of each organisation. */
export const tablesDeclared = (isOfWorld: boolean): string[] =>
  [...declared.keys()].flatMap((key) => key.split(keyOf(isOfWorld, ''))[1] ?? [])

export const shapeOfTable = (isOfWorld: boolean, name: string): ColumnShape | undefined =>
  declared.get(keyOf(isOfWorld, name))
