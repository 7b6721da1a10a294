import { createSimulator } from 'accounting-simulator'
import type { Definition } from '../../src/engine/schema/define'
import { offersOf } from '../support/offers'
import { everything } from '../support/subject'

interface Property {
  readonly description?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly contentEncoding?: string
  readonly $ref?: string
  readonly anyOf?: readonly Property[]
  readonly pattern?: string
}

/** A member of a schema, and what it is said to be. */
export interface Member {
  readonly owner: string
  readonly name: string
  readonly property: Property
  /** That of a whole record, and none for parts of records and other bodies. */
  readonly definition: Definition | undefined
  readonly isSent: boolean
}

const schemas = createSimulator().openapi().components.schemas as Readonly<
  Record<string, { properties?: Record<string, Property> }>
>
/** Version 3 has invoices and their lines under names of its own. */
const OF_VERSION_3: Readonly<Record<string, string>> = {
  PublicInvoiceCollectionOut: 'Invoice',
  PublicInvoiceCollectionLineOut: 'InvoiceLine',
}
const shapeOf = (owner: string): string =>
  OF_VERSION_3[owner] ?? owner.replace(/(Input|Change|(?<!Journal)Entry)$/, '')
export const members: readonly Member[] = Object.entries(schemas).flatMap(([owner, { properties = {} }]) =>
  Object.entries(properties).map(([name, property]) => ({
    ...{ owner, name, property },
    definition: everything.definitions.find(({ model }) => model === shapeOf(owner)),
    isSent: /(Input|Change|Request)/.test(owner),
  })),
)
export const sentencesOf = ({ description = '' }: Property): string[] => description.split(/(?<=[.;]) /)

const partsOf = (property: Property): readonly Property[] => [
  property,
  ...(property.anyOf ?? []),
  ...(property.$ref ? [schemas[property.$ref.split('/').at(-1) ?? ''] as Property] : []),
]
const hasPart = (property: Property, holds: (part: Property) => boolean): boolean =>
  partsOf(property).some(holds)
const answered = (owner: string): readonly string[] => Object.keys(schemas[shapeOf(owner)]?.properties ?? {})
const asked = (owner: string): readonly string[] =>
  ['Input', 'Change'].flatMap((end) => Object.keys(schemas[`${shapeOf(owner)}${end}`]?.properties ?? {}))

type OfMember = (member: Member, said: RegExpExecArray) => unknown

/** What the document itself shows, of parts of records, too. */
export const OF_MEMBERS: readonly (readonly [sentence: RegExp, isSo: OfMember])[] = [
  [/^Default: /, ({ owner }) => !owner.endsWith('Change')],
  [
    /, which item paths name\.$/,
    ({ owner, definition }) =>
      definition ||
      offersOf(everything).some(({ definition: { model } }) => owner.endsWith(model)) ||
      owner.endsWith('Record'),
  ],
  [/^An update that names it keeps the line\.$/, ({ owner, name }) => asked(owner).includes(name)],
  [/^A request may give it in the place of the number\.$/, ({ owner, name }) => asked(owner).includes(name)],
  [/^The lines, in order of their positions\.$/, ({ definition }) => definition],
  [
    /^Only posted records are in the ledger\.$/,
    ({ definition, owner }) => definition || !owner.includes('Request'),
  ],
  [/^empty while it is a draft\.$/, ({ isSent }) => !isSent],
  [
    /^Inactive records cannot be used in new ones\.$/,
    ({ definition, owner }) => definition || owner.startsWith('ClassificationSelection'),
  ],
  [
    /, with up to six decimal places\.$/,
    ({ property }) => hasPart(property, ({ pattern }) => pattern?.includes('{1,6}') === true),
  ],
  [/, as YYYY-MM-DD\.$/, ({ property }) => hasPart(property, ({ format }) => format === 'date')],
  [
    /, 1 to 12\.$/,
    ({ property }) => hasPart(property, ({ minimum, maximum }) => minimum === 1 && maximum === 12),
  ],
  [/, as base64\.$/, ({ property }) => property.contentEncoding === 'base64'],
  [/^Never shown\.$/, ({ owner, name }) => !answered(owner).includes(name)],
  [/^Answers show it in list entries only\.$/, ({ owner, name }) => !answered(owner).includes(name)],
  [/^Only the host can change it\.$/, ({ owner, name }) => !asked(owner).includes(name)],
  [/^It is shown only here\.$/, ({ name }) => members.filter((one) => one.name === name).length === 1],
]

export const saying = (sentence: RegExp): (readonly [Member, RegExpExecArray])[] =>
  members.flatMap((member) =>
    sentencesOf(member.property).flatMap((one) => {
      const said = sentence.exec(one)
      return said ? [[member, said] as const] : []
    }),
  )
