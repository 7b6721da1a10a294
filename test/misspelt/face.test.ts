import { createSimulator, defineScenario } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'
import { matchers } from 'accounting-simulator/matchers'
import { serve, serveMany } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { scenarios } from 'accounting-simulator/scenarios'
import { worlds } from 'accounting-simulator/worlds'
import { expect, test } from 'vitest'
import { runExplore } from '../../src/command/explore'
import { RULE_NAMES } from '../../src/events/filter/known-names'
import { REPLAY } from '../../src/events/traffic/wire-message'
import { WIRE_MESSAGES } from '../../src/service/http/responses/wire-refusal'
import { loose, type Row, toldOf } from './judge'

const scenario = (step: object): unknown =>
  defineScenario(loose({ name: 'n', steps: [{ at: '1 day', ...step }] }))
const made = (step: object): unknown =>
  defineScenario(
    loose({
      name: 'n',
      steps: [
        { at: '1 day', create: { record: 'customers', body: {}, as: 'rent' } },
        { at: '2 days', ...step },
      ],
    }),
  )
const withFault =
  (on: string): Row[1] =>
  ({ faults }) =>
    faults.inject({ on, then: { status: 503 } })
const filtered =
  (filter: string): Row[1] =>
  ({ timeline }) =>
    timeline.filter(filter)
const program = { start: () => ({ run: () => undefined }), check: () => [], rounds: 1 }
const INVOICES = '/public/v1/invoices/'

const ROWS: readonly Row[] = [
  // patterns of faults, which routes of received and triggers share
  ['a method alone', withFault('POST'), 'on: POST is no pattern, perhaps POST /public/*'],
  ['a misspelt method alone', withFault('PSOT'), 'perhaps POST /public/*'],
  ['a path alone', withFault(INVOICES), `perhaps * ${INVOICES}`],
  ['a path without its final slash', withFault('/public/v1/invoices'), `perhaps * ${INVOICES}`],
  ['a name of records', withFault('invoices'), `perhaps * ${INVOICES}`],
  ['a URL alone', withFault(`https://accounting.test${INVOICES}`), `perhaps * ${INVOICES}`],
  ['a method and a URL', withFault(`GET https://accounting.test${INVOICES}`), `perhaps GET ${INVOICES}`],
  ['two spaces', withFault(`GET  ${INVOICES}`), `perhaps GET ${INVOICES}`],
  ['a misspelt path', withFault('GET /public/v1/invoice/'), `the nearest operation is GET ${INVOICES}`],
  ['a misspelt word for deliveries', withFault('DELIVRY *'), 'perhaps DELIVERY *'],
  [
    'another separator of topics',
    withFault('DELIVERY core.invoice.created'),
    'perhaps DELIVERY core.invoice/created',
  ],
  ['a misspelt topic', withFault('DELIVERY core.invoce/created'), 'perhaps core.invoice/created'],
  // filters of the timeline
  ['a field of a filter', filtered('stauts:503'), 'stauts is not a field, perhaps status'],
  ['a kind in a filter', filtered('kind:requst'), "kind cannot be 'requst', perhaps request"],
  ['a record type in a filter', filtered('record:invoce/7'), "record cannot be 'invoce', perhaps invoice"],
  ['a rule in a filter', filtered('rule:rate-limt'), "rule cannot be 'rate-limt', perhaps rate-limit"],
  ['a topic in a filter', filtered('topic:core.invoce/created'), 'perhaps core.invoice/created'],
  ['the beginning of a topic in a filter', filtered('topic:core.invoce'), 'perhaps core.invoice'],
  ['a filter of traffic', ({ traffic }) => traffic.filter(loose('status:503')), 'is for timeline.filter'],
  // scenarios
  [
    'a condition of a step',
    () => scenario({ at: undefined, when: { requst: 1 }, clearFaults: true }),
    'perhaps request',
  ],
  [
    'a query of a step',
    () => scenario({ expect: { record: 'invoices', query: { custmer_id: 1 }, count: 0 } }),
    'perhaps customer_id',
  ],
  [
    'a body of a step',
    () => scenario({ create: { record: 'customers', body: { nmae: 'A' } } }),
    'steps[0].create.body.nmae is not a known member, perhaps name',
  ],
  [
    'a line of a step',
    () => scenario({ create: { record: 'invoices', body: { items: [{ itm_id: 1 }] } } }),
    'perhaps item_id',
  ],
  [
    'a reference of a step',
    () => made({ remove: { record: 'customers', id: { $ref: 'rnt' } } }),
    'names "rnt", which no earlier step makes, perhaps rent',
  ],
  [
    'a type without approvals',
    () => scenario({ approvals: { approve: 'terms' } }),
    'approvals.approve must be one of ',
  ],
  [
    'a name in the place of a scenario',
    ({ play }) => play(loose('rate-limit-storm')),
    "such as scenarios['lost-response'] of accounting-simulator/scenarios, not 'rate-limit-storm'",
  ],
  [
    'an unknown scenario',
    ({ play }) => play(loose(undefined)),
    'of accounting-simulator/scenarios, not undefined',
  ],
  [
    'all scenarios at once',
    ({ play }) => play(loose(scenarios)),
    'scenario must be an object of name and steps',
  ],
  [
    'the name of a scenario',
    ({ play }) => play(Reflect.get(scenarios, 'lost-reponse')),
    "there is no scenarios['lost-reponse'], perhaps scenarios['lost-response']",
  ],
  [
    'the name of an exported scenario',
    () => Reflect.get(scenarios, 'lostResponse'),
    "there is no scenarios.lostResponse, perhaps scenarios['lost-response']",
  ],
  // durations, for every option that takes one
  [
    'a unit',
    ({ clock }) => clock.advance('5 minuts'),
    'Cannot read "5 minuts" as a duration, perhaps minutes. ',
  ],
  [
    'a unit of a fault',
    ({ faults }) => faults.inject({ then: { delay: '5 sconds' } }),
    ', perhaps seconds. ',
  ],
  [
    'a unit with a number',
    ({ clock }) => clock.advance(loose({ minuts: 5 })),
    'no unit "minuts", perhaps minutes. ',
  ],
  ['a unit that could be two', ({ clock }) => clock.advance('5m'), 'as a duration, perhaps min or mo. '],
  ['no unit', ({ clock }) => clock.advance('5'), 'Cannot read "5" as a duration, which has no unit. '],
  [
    'a number alone',
    ({ clock }) => clock.advance(loose(5)),
    'Cannot read 5 as a duration, which has no unit. ',
  ],
  [
    'an instant for a duration',
    ({ clock }) => clock.advance('2026-02-01'),
    '"2026-02-01" is an instant, for clock.advanceTo, not a duration. ',
  ],
  [
    'an instant for the duration of a fault',
    ({ faults }) => faults.inject({ then: { delay: loose(new Date(0)) } }),
    'then.delay: "1970-01-01T00:00:00.000Z" is an instant',
  ],
  ['a duration for an instant', ({ clock }) => clock.advanceTo('5 days'), 'clock.advance takes a duration'],
  // names of record types
  ['a record type', ({ records }) => Reflect.get(records, 'invoice').list(), 'perhaps records.invoices'],
  [
    'a factory',
    ({ make }) => Reflect.get(make, 'custmer')({}),
    'there is no make.custmer, perhaps make.customer',
  ],
  [
    'a member of a record type',
    ({ records }) => Reflect.get(records.invoices, 'findmany'),
    'there is no invoices.findmany, perhaps invoices.findMany',
  ],
  ['a room of the administration', ({ admin }) => Reflect.get(admin, 'key'), 'perhaps admin.keys'],
  [
    'a call of the administration',
    ({ admin }) => Reflect.get(admin.keys, 'isue'),
    'there is no admin.keys.isue, perhaps admin.keys.issue',
  ],
  ['a list of webhooks', ({ webhooks }) => Reflect.get(webhooks, 'atempts'), 'perhaps webhooks.attempts'],
  ['a call of the clock', ({ clock }) => Reflect.get(clock, 'advanceto'), 'perhaps clock.advanceTo'],
  ['a call of the books', ({ books }) => Reflect.get(books, 'entrys'), 'perhaps books.entries'],
  ['the end of a name', ({ books }) => Reflect.get(books, 'balance'), 'perhaps books.trialBalance'],
  ['another word for a call', ({ books }) => Reflect.get(books, 'ledger'), 'perhaps books.entries'],
  ['a call of assumptions', ({ assumptions }) => Reflect.get(assumptions, 'usd'), 'perhaps assumptions.used'],
  ['a matcher', () => Reflect.get(matchers, 'toBeBalancd'), 'perhaps matchers.toBeBalanced'],
  ['a call of explore', () => Reflect.get(explore, 'onse'), 'there is no explore.onse, perhaps explore.once'],
  ['a world', () => Reflect.get(worlds, 'agd'), 'there is no worlds.agd, perhaps worlds.aged'],
  // administration and books
  [
    'a key',
    ({ admin }) => admin.keys.revoke('tset-api-key'),
    'no key tset-api-key was issued, perhaps test-api-key',
  ],
  ['a company to unlock', ({ admin }) => admin.periods.unlock(99), 'there is no company 99'],
  [
    'a currency',
    ({ admin }) => admin.exchangeRates.set('UDS', 'EUR', 1),
    "from cannot be 'UDS', perhaps USD",
  ],
  ['a company of entries', ({ books }) => books.entries({ company: 99 }), 'there is no company 99'],
  [
    'the id of an account for its number',
    ({ books }) => books.entries({ account: 2 }),
    'there is no account 2; 2 is the id of account 1010',
  ],
  [
    'a wildcard in the prefix of a receiver',
    ({ webhooks }) => webhooks.connect('https://*.example.com/', () => new Response()),
    'or a function of URLs',
  ],
  [
    'the clock of a receiver',
    ({ webhooks }) => webhooks.connect('https://a.test/', () => new Response(), loose({ timestamps: 'wal' })),
    'perhaps wall',
  ],
  // explorations and receivers
  [
    'a topic of a plan',
    (world) =>
      explore.once({ world, ...program }, [
        { on: 'DELIVERY core.invoce/created', delivery: 1, do: 'delivery-twice' },
      ]),
    'perhaps core.invoice/created',
  ],
  [
    'a topic of a kept plan',
    (world) =>
      explore({
        world,
        ...program,
        kept: [[{ on: 'DELIVERY core.invoce/created', delivery: 1, do: 'delivery-twice' }]],
      }),
    'perhaps core.invoice/created',
  ],
  [
    'a kind of a plan',
    (world) => explore.once({ world, ...program }, loose([{ on: `GET ${INVOICES}`, request: 1, do: 'los' }])),
    "plan[0].do cannot be 'los', perhaps lose",
  ],
  [
    'a topic of checkReceiver',
    () => checkReceiver(() => new Response(), { secret: 's', about: { topic: 'core.invoce/updated' } }),
    "about.topic cannot be 'core.invoce/updated', perhaps core.invoice/updated",
  ],
  [
    'a type of checkReceiver',
    () => checkReceiver(() => new Response(), { secret: 's', about: { object_type: 'core.Invoce' } }),
    'perhaps core.Invoice',
  ],
  // hosts
  [
    'an option of serve',
    (simulator) => serve(simulator, loose({ prot: 1 })),
    'prot is not a known member, perhaps port',
  ],
  [
    'an option of serveMany',
    () => serveMany(loose({ directroy: 'sandboxes' })),
    'directroy is not a known member, perhaps directory',
  ],
  // worlds
  [
    'a preset',
    () => createSimulator({ world: loose('small-compny') }),
    "world cannot be 'small-compny', perhaps small-company",
  ],
  [
    'a world that is not called',
    () => createSimulator({ world: loose(worlds.aged) }),
    '; is it to be called?',
  ],
  ['no world', () => createSimulator({ world: loose(null) }), "world must be 'small-company', 'empty', "],
  ['a file of a world', () => createSimulator({ world: loose('./a.json') }), '; a file is to be read first'],
  [
    'a promise of a world',
    () => createSimulator({ world: loose(Promise.resolve({})) }),
    'not an instance of Promise; await it first',
  ],
  [
    'a simulator for a world',
    (simulator) => createSimulator({ world: loose(simulator) }),
    '; its export() gives one',
  ],
  [
    'a member of a file',
    (simulator) => createSimulator({ world: loose({ ...simulator.export(), opions: {} }) }),
    'world.opions is not a known member, perhaps options',
  ],
  [
    'an option in a file',
    (simulator) => createSimulator({ world: loose({ ...simulator.export(), options: { rateLimit: {} } }) }),
    'perhaps rateLimits',
  ],
]

test('a filter knows every rule of a reason', () => {
  const ofWire = Object.values(WIRE_MESSAGES).map(({ rule }) => rule)
  expect(RULE_NAMES).toEqual(expect.arrayContaining([...ofWire, REPLAY]))
  expect(new Set(RULE_NAMES).size).toBe(RULE_NAMES.length)
})

test.each(ROWS)('%s', async (_, call, told) => {
  expect(await toldOf(call)).toContain(told)
})

test('a word before the program that is no form of the command', async () => {
  const said: string[] = []
  const output = { out: (text: string) => said.push(text), error: (text: string) => said.push(text) }
  await runExplore(['propse', '--', 'true'], { ...output, create: createSimulator })
  expect(said.join('')).toContain('there is no explore propse, perhaps propose; there are propose and merge')
})
