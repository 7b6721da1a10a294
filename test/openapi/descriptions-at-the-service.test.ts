import { isRefusal } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { addDays } from '../../src/kernel/plain-date'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import { referencesOf, replacedAt } from '../support/references'
import { everything } from '../support/subject'
import { type Member, members, OF_MEMBERS, saying, sentencesOf } from './sentences'

/** What descriptions of members say that can be tried, each at the service. */
const ground = groundOf(everything)
const offers = offersOf(everything)
type Change = (body: Json) => Json

/** A record that is made of a full body with a change. */
function madeWith(definition: Definition, change: Change): Json {
  return ground.records(definition).create(change(ground.body(definition, { extent: 'full', variant: 1 })))
}

const lacking =
  (...names: readonly string[]): Change =>
  (body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

const having =
  (more: Json): Change =>
  (body) => ({ ...body, ...more })

const fileOf = (id: number): Json => ({ id, file_name: `file-${id}`, file_size: 4 })

function uploadOf(name: string): FormData {
  const form = new FormData()
  form.append('files', new File(['paid'], name))
  return form
}

function isRefused(write: () => unknown, member: string): boolean {
  try {
    write()
    return false
  } catch (error) {
    return isRefusal(error) && member in error.errors
  }
}

/** The member of the record, or why there is none. */
function outcomeOf(definition: Definition, name: string, change: Change): unknown {
  try {
    return madeWith(definition, change)[name]
  } catch (error) {
    return isRefusal(error) ? error.errors : error
  }
}

const isClassification = ({ name }: Definition): boolean => name.startsWith('classification')

/** Lines name a classification and its value by an object of their own. */
function isRefusedInLines({ id, classification_id = id, selections = [{ id }] }: Json): boolean {
  const [{ id: line_id } = {}] = selections as Json[]
  const invoices = everything.definitions.find(({ name }) => name === 'invoices') as Definition
  const path = ['items', 'classifications']
  const named = [{ id: classification_id, line_id }]
  return isRefused(() => madeWith(invoices, (body) => replacedAt(body, path, named) as Json), 'items')
}

const linesOf = (record: Json): Json[] => record.items as Json[]
/** The text of a value without the names of records, of which each has its own. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, one) => (/(^|_)(id|number)$/.test(key) ? undefined : one))
const isSame = (a: unknown, b: unknown): boolean =>
  textOf(a) === textOf(b) || (a !== '' && b !== '' && Number(a) === Number(b))
const entriesOf = (record: Json): number =>
  ground.simulator.books.entries().filter((one) => one.record.internal_id === record.internal_id).length
type OfRecord = (member: Member, definition: Definition, said: RegExpExecArray) => unknown
/** What is tried with a record of the type. */
const OF_RECORDS: readonly (readonly [sentence: RegExp, isSo: OfRecord])[] = [
  [
    /^Default: (.*)\.$/,
    ({ name }, definition, [, value = '']) =>
      isSame(
        outcomeOf(definition, name, lacking(name)),
        outcomeOf(definition, name, having({ [name]: JSON.parse(value) })),
      ),
  ],
  [
    /^Defaults to `date`\.$/,
    (_, definition) => {
      const { date, transaction_date } = madeWith(definition, lacking('transaction_date'))
      return transaction_date === date
    },
  ],
  [
    /^Defaults to `date` plus the days of the term\.$/,
    (_, definition) => {
      const { days } = ground.simulator.records.terms.get(1)
      const { date, due_date } = madeWith(definition, (body) => ({
        ...lacking('due_date')(body),
        term_id: 1,
      }))
      return due_date === addDays(date as string, days)
    },
  ],
  [
    /^Defaults to the start of (?:its|the) term\.$/,
    ({ name }, definition) => {
      const record = madeWith(definition, lacking(name))
      return record[name] === record.start_date
    },
  ],
  [
    /^The \w+ of the \w+, which item paths name\.$/,
    async ({ name }, definition) => {
      const get = offers.find((one) => one.verb === 'get' && one.definition === definition)
      if (!get) return false
      const record = ground.make(definition)
      const { body } = await ground.send('GET', get.path(record[name] as number))
      return body[name] === record[name] && definition.identifier === name
    },
  ],
  [
    /, which no other (?:item|record of this type) has\.$/,
    ({ owner, name, isSent }, definition) => {
      if (!isSent) return true
      const write = () => madeWith(definition, having({ [name]: `of ${owner}` }))
      write()
      return isRefused(write, name)
    },
  ],
  [
    /^empty while it is a draft\.$/,
    ({ name }, definition) => isSame(madeWith(definition, having({ record_status: 'draft' }))[name], []),
  ],
  [
    /^An update without it keeps all, and a list replaces those that no upload added\.$/,
    async ({ name }, definition) => {
      const body = {
        ...ground.body(definition, { extent: 'full', variant: 1 }),
        [name]: [fileOf(9001), fileOf(9002)],
      }
      const records = ground.records(definition)
      const id = ground.idOf(definition, records.create(body))
      const attach = offers.find((one) => one.verb === 'attach' && one.definition === definition)
      if (attach) await ground.send('POST', attach.path(id), uploadOf('receipt.txt'))
      const namesAfter = (change: Change): unknown[] =>
        (records.update(id, change(body))[name] as Json[]).map(({ file_name }) => file_name).sort()
      const uploaded = attach ? ['receipt.txt'] : []
      return isSame(
        [lacking(name), having({ [name]: [fileOf(9002)] }), having({ [name]: [] })].map(namesAfter),
        [['file-9001', 'file-9002', ...uploaded], ['file-9002', ...uploaded], uploaded],
      )
    },
  ],
  [
    /^The lines, in order of their positions\.$/,
    (_, definition) => {
      const bodies = [0, 0].map(() => ground.body(definition))
      const [own = []] = bodies.map(linesOf)
      const lines = own.length > 1 ? own : bodies.flatMap(linesOf)
      const items = lines.map((line, index): Json => ({ ...line, position: lines.length - index }))
      const record = ground.records(definition).create({ ...bodies[0], record_status: 'draft', items })
      // Lines of a deposit are shown without a position.
      return linesOf(record).every(
        ({ position, cash_sale_number }, index) =>
          position === index + 1 || cash_sale_number === items.at(-1 - index)?.cash_sale_number,
      )
    },
  ],
  [
    /^Only posted records are in the ledger\.$/,
    (_, definition) =>
      entriesOf(madeWith(definition, having({ record_status: 'draft' }))) === 0 &&
      entriesOf(madeWith(definition, having({}))) > 0,
  ],
  [/^Orders post nothing\.$/, (_, definition) => entriesOf(madeWith(definition, having({}))) === 0],
  [
    /^Computed from 0\.00\.$/,
    ({ name }, definition) => Number(madeWith(definition, having({ [name]: '0.00' }))[name]) > 0,
  ],
  [
    /^The service does not check it\.$/,
    ({ name }, definition) => madeWith(definition, having({ [name]: ' ?! ' }))[name] === ' ?! ',
  ],
  [
    /^Inactive (?:records|customers) cannot be used in new (?:ones|records)\.$/,
    (_, definition) => {
      const records = ground.records(definition)
      const body = ground.body(definition, { extent: 'full', variant: 4 })
      const record = records.create(body)
      records.update(ground.idOf(definition, record), { ...body, is_active: false })
      const isNamedBy = (other: Definition): boolean =>
        referencesOf(other)
          .filter(({ resource, path }) => resource === definition.name && path.length <= 2)
          .some(({ path }) => {
            const id = record[path.at(-1)?.endsWith('number') ? 'number' : 'id']
            return isRefused(() => madeWith(other, (one) => replacedAt(one, path, id) as Json), path[0] ?? '')
          })
      return isClassification(definition) ? isRefusedInLines(record) : everything.definitions.some(isNamedBy)
    },
  ],
  [
    /^Always empty, because no integration exists\.$/,
    ({ name }, definition) => isSame(ground.make(definition)[name], []),
  ],
]

/** Sentences of rules that tests of their domain show. */
const SHOWN_ELSEWHERE = [
  /^A draft until its date has come\.$/, // §13.4
  /^Always true\.$/, // §7.2
  /^Computed from the rate if absent\.$/, // §2.4
  /^Only posted assets are depreciated\.$/, // §11.7
  /reminders? only moves? (?:its|their next) date\.$/, // §11.6
  /^The only currency of its entries;$/, // §3.2
  /^(?:Bills|Invoices) take the lines of posted orders only\.$/, // §11.5
  /^Whether it only holds eliminations/,
]

describe.each(OF_RECORDS)('%s', (sentence, isSo) => {
  const cases = saying(sentence).filter(([{ definition }]) => definition)

  it('is said, and so at the service', async () => {
    expect(cases.length).toBeGreaterThan(0)
    for (const [member, said] of cases) {
      const place = `${member.owner}.${member.name}: ${said[0]}`
      try {
        expect.soft(await isSo(member, member.definition as Definition, said), place).toBe(true)
      } catch (error) {
        expect.soft(String(error), place).toBe('')
      }
    }
  })
})

it.each(OF_MEMBERS)('%s is said, and so in the document', (sentence, isSo) => {
  const cases = saying(sentence)
  expect(cases.length).toBeGreaterThan(0)
  for (const [member, said] of cases)
    expect.soft(Boolean(isSo(member, said)), `${member.owner}.${member.name}: ${said[0]}`).toBe(true)
})

it('no sentence that states a rule is tried nowhere', () => {
  const tried = [...OF_RECORDS, ...OF_MEMBERS].map(([sentence]) => sentence)
  const rules = members
    .flatMap(({ property }) => sentencesOf(property))
    .filter((one) =>
      /default(?! |_)|\bonly\b|never|always|replaces|no other|item paths|draft|computed|in the place of|cannot/i.test(
        one,
      ),
    )
  const untried = rules.filter(
    (one) => ![...tried, ...SHOWN_ELSEWHERE].some((sentence) => sentence.test(one)),
  )
  expect([...new Set(untried)]).toEqual([])
})
