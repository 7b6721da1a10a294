import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it, test } from 'vitest'
import { MESSAGE_TEMPLATES, messages, onLine, onMember } from '../../src/engine/model/refusals'
import { nearestName } from '../../src/kernel/nearest-name'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import { INVOICE } from '../support/worlds/shop'
import { readProjectFile } from '../tidy/source-tree'

const { customer_id: _, ...WITHOUT_CUSTOMER } = INVOICE
const line = (more: object) => ({ ...INVOICE, items: [{ ...INVOICE.items[0], ...more }] })

async function asked(method: string, path: string, body?: object, options: SimulatorOptions = {}) {
  const simulator = createSimulator(options)
  simulator.records.invoices.create(INVOICE)
  const { status } = await clientOf(simulator)(method, path, body)
  const why = simulator.traffic.at(-1)?.why ?? ''
  expect(String(simulator.traffic)).toContain(why.replace(`${status}: `, ''))
  return why
}

/** What a form of jsdom sends of a file that fetch cannot read, and forms that look alike (docs/service.md §2.7). */
const REMAINS = 'and no file: a File of jsdom arrives so'
test.each([
  ['undefined', undefined, `the part files holds the text "undefined" ${REMAINS}`],
  ['[object File]', undefined, `the part files holds the text "[object File]" ${REMAINS}`],
  ['undefined', 'a.txt', ''],
  ['hello', undefined, ''],
])('a form with the file %j named %s', async (content, name, told) => {
  const form = new FormData()
  if (name === undefined) form.append('files', new Blob([content]))
  else form.append('files', new Blob([content]), name)
  const why = await asked('POST', '/public/v1/invoices/1/attachments/', form)
  expect(why).toMatch(/^attached to Invoice 1/)
  if (told === '') expect(why).toBe('attached to Invoice 1')
  else expect(why).toContain(told)
})

/** Every refusal tells its rule, where the rule stands, and what was probably meant. */
describe('paths', () => {
  it.each(
    table(`
      method  path                                   | why
      GET     /public/v1/invoice/                    | 404: no operation has this path; the nearest is GET /public/v1/invoices/ (docs/service.md §5)
      GET     /public/v1/invocies/1/                 | 404: no operation has this path; the nearest is GET /public/v1/invoices/{record_number}/ (docs/service.md §5)
      GET     /public/v1/Customers/                  | 404: no operation has this path; the nearest is GET /public/v1/customers/ (docs/service.md §5)
      POST    /public/v1/customer_payments/          | 404: no operation has this path; the nearest is POST /public/v1/customer-payments/ (docs/service.md §5)
      GET     /public/v2/items/                      | 404: no operation has this path; another version has it: GET /public/v1/items/ (docs/service.md §5)
      GET     /public/v7/invoices/1/                 | 404: no operation has this path; another version has it: GET /public/v1/invoices/1/ (docs/service.md §5)
      POST    /public/v1/public/v1/invoices/         | 404: no operation has this path; POST /public/v1/invoices/ is one: the base URL ends before /public/, so /public/v1 is too much (docs/service.md §5)
      GET     /api/public/v1/invoices/1/             | 404: no operation has this path; GET /public/v1/invoices/1/ is one: the base URL ends before /public/, so /api is too much (docs/service.md §5)
      GET     /public/v1/nothing/                    | 404: no operation has this path (docs/service.md §5)
      GET     /public/v1/expense/1/                  | 404: no operation has this path; the nearest is GET /public/v1/direct-expenses/{record_number}/ (docs/service.md §5)
      GET     /v1/invoices/                          | 404: no operation has this path; the nearest is GET /public/v1/invoices/ (docs/service.md §5)
      GET     /public/v1/invoices                    | 404: no operation has this path; it lacks its final slash (docs/service.md §5.1)
      GET     /public/v1/invoices/INV-1/             | 404: no operation has this path; the nearest is GET /public/v1/invoices/{record_number}/, where INV-1 is no record_number (docs/service.md §5)
      GET     /public/v1/invoices/7/                 | 404: __all__: Invoice matching query does not exist (no 7: the last one is 1; docs/service.md §7.4)
      GET     /public/v1/bills/7/                    | 404: __all__: Bill matching query does not exist (no 7: there is none at all; docs/service.md §7.4)
      GET     /public/v1/invoices/1/?customer_id=2   | 404: __all__: Invoice matching query does not exist (it exists, and the filters exclude it; docs/service.md §8.5)
      POST    /public/v1/invoices/1/                 | 405: /public/v1/invoices/{record_number}/ takes GET, PUT, not POST; the nearest is POST /public/v1/invoices/ (docs/service.md §5.1)
      DELETE  /public/v1/invoices/1/                 | 405: /public/v1/invoices/{record_number}/ takes GET, PUT, not DELETE (docs/service.md §5.1)
    `),
  )('$method $path', async ({ method, path, why }) => {
    expect(await asked(method, path)).toBe(why)
  })
})

describe('members and parameters', () => {
  it.each([
    [
      { ...WITHOUT_CUSTOMER, customerId: 1 },
      '422: customer_id: Field required (docs/service.md §7.4); no member "customerId", perhaps customer_id',
    ],
    [
      { ...WITHOUT_CUSTOMER, costumer_id: 1 },
      '422: customer_id: Field required (docs/service.md §7.4); no member "costumer_id", perhaps customer_id',
    ],
    [{ ...INVOICE, memmo: '' }, 'created Invoice 2; no member "memmo", perhaps memo'],
    [{ ...INVOICE, colour: 'red' }, 'created Invoice 2; no member "colour"'],
    [{ ...INVOICE, amount_due: '1.00', number: 7 }, 'created Invoice 2'],
    [line({ itemId: 1 }), 'created Invoice 2; no member "items.0.itemId", perhaps item_id'],
    [
      { ...INVOICE, a: 1, b: 2, c: 3, d: 4 },
      'created Invoice 2; no member "a"; no member "b"; no member "c"; 1 more',
    ],
    [
      line({ item_id: 99, rate: 'much' }),
      '422: items: Line 1: Input should be a valid decimal (items.0.rate: Input should be a valid decimal; docs/service.md §7.4)',
    ],
    [
      { ...INVOICE, date: '15.1.2026' },
      '422: date: Input should be a valid date in YYYY-MM-DD format (docs/service.md §1.2)',
    ],
    [{ ...INVOICE, items: [] }, '422: lines: At least one line item is required (docs/service.md §4.1)'],
  ])('%j', async (body, why) => {
    expect(await asked('POST', '/public/v1/invoices/', body)).toBe(why)
  })

  it('in strict mode an unknown member is refused, and the nearest is told', async () => {
    expect(await asked('POST', '/public/v1/invoices/', { ...INVOICE, memmo: '' }, { strict: true })).toBe(
      '422: memmo: Extra inputs are not permitted (docs/service.md §1.4); no member "memmo", perhaps memo',
    )
  })

  it.each(
    table(`
      query                          | why
      company_id[]=1                 | listed 1 of 1 invoices; no parameter "company_id[]", perhaps company_id
      customerId=1                   | listed 1 of 1 invoices; no parameter "customerId", perhaps customer_id
      page=2                         | listed 1 of 1 invoices; no parameter "page"
      limit=1&offset=0&search=x      | listed 0 of 0 invoices
      ordering=dat                   | 422: ordering: Unsupported ordering: dat (docs/service.md §8.4)
      limit=0                        | 400: __all__: greater_than_equal query.limit: Input should be greater than or equal to 1 (docs/service.md §8.1)
    `),
  )('?$query', async ({ query, why }) => {
    expect(await asked('GET', `/public/v1/invoices/?${query}`)).toBe(why)
  })
})

it('429 tells the bucket, its tokens and how it refills', async () => {
  const simulator = createSimulator()
  const send = clientOf(simulator)
  for (let call = 0; call < 11; call += 1) await send('GET', '/public/health/')
  expect(simulator.traffic.at(-1)?.why).toBe(
    '429: endpoint bucket of GET /public/health/ has 0 of 10 tokens, refills 1 per second (docs/service.md §9.1)',
  )
})

test.each(
  table(`
    message                                          | section
    Field required                                   | 7.4
    Posting period is locked                         | 11.4
    Amount exceeds the open amount of <Model> <id>   | 4.5
    <Model> <id> is dated after this record          | 4.5
    Account <n> cannot be used here                  | 3.2
    Cannot change record status from <from> to <to>  | 11.1
    No more than <most> periods can be planned       | 13.1
    <Model> <id> is not active                       | 13.2
  `),
)('$message: §$section', ({ message, section }) => {
  expect(MESSAGE_TEMPLATES).toContainEqual({ template: message, section })
})

test('a message keeps its section on a line and inside another body', () => {
  expect(onLine(2, onMember('date', messages.locked))).toEqual({
    text: 'Line 3: date: Posting period is locked',
    section: '11.4',
    template: 'Posting period is locked',
  })
})

test('every section of a message is a heading', () => {
  const headings = [...readProjectFile('docs/service.md').matchAll(/^#+ (\d+(?:\.\d+)*)/gm)].map(
    ([, one]) => one,
  )
  for (const { template, section } of MESSAGE_TEMPLATES) expect(headings, template).toContain(section)
})

test.each(
  table(`
    name          known                          | nearest
    customerId    customer_id,company_id         | customer_id
    costumer_id   customer_id,company_id         | customer_id
    CUSTOMER-ID   customer_id,company_id         | customer_id
    memmo         memo,number                    | memo
    colour        memo,number                    | -
    x             y                              | -
    _             memo                           | -
  `),
)('$name among $known: $nearest', ({ name, known, nearest }) => {
  expect(nearestName(name, known.split(',')) ?? '-').toBe(nearest)
})

describe('keys', () => {
  const KEY = { 'X-API-KEY': 'wrong' }
  const why = async (simulator: Simulator, headers: Record<string, string>) => {
    await simulator.fetch('/public/v1/items/', { headers })
    return simulator.traffic.at(-1)?.why
  }

  it('says which keys are good', async () => {
    const simulator = createSimulator()
    expect(await why(simulator, KEY)).toBe(
      '403: no such key was issued; good is test****-key (docs/service.md §6)',
    )
    simulator.admin.keys.issue({ key: 'second-api-key' })
    simulator.admin.keys.revoke('test-api-key')
    expect(await why(simulator, { 'X-API-KEY': 'test-api-key' })).toBe(
      '403: the key is revoked; good is seco****-key (docs/service.md §6)',
    )
    simulator.admin.keys.revoke('second-api-key')
    expect(await why(simulator, KEY)).toBe(
      '403: no such key was issued; no key was good then (docs/service.md §6)',
    )
  })
})

it('an export that is given to restore is sent to the option world', () => {
  const simulator = createSimulator()
  expect(() => simulator.restore(simulator.export() as never)).toThrow(
    'this is an export and no snapshot: createSimulator({ world: exported }) starts from it',
  )
})
