import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import * as catalogue from '../../src/resources/catalogue'
import { readProjectFile } from '../tidy/source-tree'

/** What the document says of a member, against its schema and against docs/service.md. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly $ref?: string
}

const schemas = createSimulator().openapi().components.schemas as Readonly<Record<string, Schema>>
const members = Object.entries(schemas).flatMap(([owner, schema]) =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    place: `${owner}.${name}`,
    name,
    owner,
    property,
    description: property.description ?? '',
    beside: Object.keys(schema.properties ?? {}),
  })),
)
const everyMember = new Set(members.map(({ name }) => name))

const isNullable = ({ $ref, type, anyOf }: Schema): boolean =>
  ($ref !== undefined && isNullable(schemas[$ref.split('/').at(-1) ?? ''] ?? {})) ||
  [type].flat().includes('null') ||
  anyOf?.some(isNullable) === true

const placesWhere = (isFalse: (member: (typeof members)[number]) => boolean): string[] =>
  members.filter(isFalse).map(({ place }) => place)

describe('a description', () => {
  it('speaks of null only where the member can be null', () => {
    expect(
      placesWhere(({ description, property }) => /\bnull\b/.test(description) && !isNullable(property)),
    ).toEqual([])
  })

  it('names only members that exist, and takes defaults from members beside', () => {
    const isWrong = ({ description, beside }: (typeof members)[number]): boolean =>
      [...description.matchAll(/(Defaults to )?`(\w+)`/g)].some(([, defaults, name = '']) =>
        defaults ? !beside.includes(name) : !everyMember.has(name) && name !== '__all__',
      )
    expect(placesWhere(isWrong)).toEqual([])
  })

  it('calls a line only what has a position among others', () => {
    const isWrong = ({ description, beside }: (typeof members)[number]): boolean =>
      description.includes('keeps the line') &&
      !beside.includes('position') &&
      !beside.includes('cash_sale_number')
    expect(placesWhere(isWrong)).toEqual([])
  })

  it('of a member that a request sends does not say that answers alone have it', () => {
    const isSent = /(Input|Change|Request)/
    expect(
      placesWhere(({ description, owner }) => isSent.test(owner) && /^[^.]*\. Only in /.test(description)),
    ).toEqual([])
  })
})

/** The sentences of §1.2: "`date` is the posting date in the general ledger; `transaction_date` is the day of ...". */
const DATES = [
  ...readProjectFile('docs/service.md')
    .replaceAll('\n', ' ')
    .matchAll(/`(date|transaction_date)` is the (posting date|day of the business event)/g),
].map(([, name = '', meaning = '']) => ({ name, meaning }))

it('§1.2 says what both dates mean', () =>
  expect(DATES.map(({ name }) => name)).toEqual(['date', 'transaction_date']))

describe.each(DATES)('$name is the $meaning', ({ name, meaning }) => {
  const posting = Object.values(catalogue).flatMap((definition) =>
    'posts' in definition && definition.posts && !definition.internal ? [definition.model] : [],
  )

  it.each(posting)('in %s', (model) => {
    const said = members.filter((one) => one.name === name && [model, `${model}Input`].includes(one.owner))
    for (const { description } of said) expect(description.toLowerCase()).toContain(meaning)
    expect(posting.length).toBeGreaterThan(12)
  })
})
