import type { Rank } from '../explore/plan/kind'
import { type KindName, kindOf } from '../explore/plan/kinds'
import { faultOf } from '../explore/plan/line-to-paste'
import { literal } from '../explore/plan/literal'
import type { CoverageRow, RowScope } from './coverage-row'
import {
  advance,
  call,
  checkedReceiver,
  filledPage,
  injected,
  servedWith,
  withNewInvoice,
} from './shell-lines'

/** A row that is a kind of misfortune of `explore`, which has its rank, its description and its fault. */
function misfortune(what: string, kind: KindName, scope: RowScope, text?: string): CoverageRow {
  const { rank, description } = kindOf(kind)
  return { what, text: text ?? description, rank, scope, fault: (on) => faultOf({ on, do: kind }) }
}

const status = (what: number, text: string, rank: Rank, scope: RowScope = 'operation'): CoverageRow => ({
  what: String(what),
  text: `answered ${what} (${text})`,
  rank,
  scope,
  fault: (on) => ({ on, then: { status: what } }),
})

export const DELIVERIES = 'DELIVERY *'
/** The receiver reads the simulator's clock; and what it reads of the service is not what is examined. */
const CHECK_RECEIVER =
  'const { findings } = await checkReceiver(receive, { secret, now: () => Date.parse(simulator.clock.now) }); ' +
  'expect(findings).toEqual([]) // with createSimulator({ rateLimits: false }), if it reads the service'
/** The same where there is no `expect`. */
export const inAssert = (line: string): string =>
  line.replace('expect(findings).toEqual([])', 'assert.deepEqual(findings, [])')

const checked = (what: string, text: string, rank: Rank): CoverageRow => ({
  what,
  text,
  rank,
  scope: 'delivery',
  line: () => CHECK_RECEIVER,
  shell: () => checkedReceiver,
})

/** Refusals that every operation has. Each of them is asked once. */
export const COMMON_STATUSES: readonly CoverageRow[] = [
  status(401, 'no API key', 'rare'),
  status(402, 'no subscription', 'rare'),
  status(403, 'the key is refused', 'sometimes'),
]

/** Refusals that depend on what the service holds, so that they can meet a correct program. */
export const OWN_STATUSES: readonly CoverageRow[] = [
  status(404, 'no such record', 'sometimes', 'each write'),
  status(409, 'a conflict', 'rare', 'each write'),
  status(422, 'the service does not accept it', 'often', 'each write'),
]

const document = (
  what: string,
  text: string,
  rank: Rank,
  line: string,
  shell: string,
  more: Pick<CoverageRow, 'onlyIf' | 'writes'> = {},
): CoverageRow => ({
  what,
  text,
  rank,
  scope: 'document',
  line: () => line,
  shell: () => shell,
  ...more,
})

const WITH_CLOCK = { onlyIf: 'your program takes the day from a clock' }

/** A document, and a payment of so much of it. */
const paid = (amount: string): string =>
  'const { number, amount } = simulator.make.invoice(); ' +
  `simulator.make.customerPayment({ items: [{ invoice_number: number, amount: ${amount}, position: 1 }] })`

/** An invoice with one more line. */
const withLine = (quantity: string, rate: string): readonly [line: string, shell: string] => {
  const first = { item_id: 1, quantity: '1', rate: '9.00', position: 1 }
  const items = [first, { item_id: 1, quantity, rate, position: 2 }]
  return [`simulator.make.invoice(${literal({ items })})`, call('make/invoice', { items })]
}

const SIX_DAYS = "times: Infinity, then: { status: 500 } }); await simulator.clock.advance('6 days')"

/** All other dimensions. Within a rank, the rows of the first dimension are the most valuable. */
export const DIMENSIONS: Readonly<Record<string, readonly CoverageRow[]>> = {
  misfortunes: [
    misfortune('lost answer', 'lose', 'each write'),
    misfortune('rate limit', 'limit', 'operation'),
    misfortune('no connection', 'cut', 'operation'),
    misfortune('unavailable', 'unavailable', 'operation'),
    misfortune('slow answer', 'slow', 'operation', 'the program gave up waiting for the answer'),
    misfortune('server error', 'error', 'operation'),
    misfortune('page of a proxy', 'proxy', 'operation'),
    misfortune('storm', 'storm', 'operation', 'answered 429 at least three times in a row'),
    misfortune('rotated key', 'revoke', 'operation', 'a key that had worked was refused'),
    misfortune('cut body', 'garble', 'operation'),
  ],
  repeats: [
    misfortune('replayed', 'lose', 'write', 'a retry with the same idempotency key got the stored answer'),
    {
      ...misfortune('while the first is under way', 'slow', 'write'),
      text: 'a retry came while the first try was still under way',
      rank: 'sometimes',
    },
    {
      ...misfortune('same key, another body', 'lose', 'write'),
      text: 'a retry had the same idempotency key and another body',
      rank: 'rare',
      onlyIf: 'what a key stands for can change between two tries; a correct client never does this',
    },
    {
      what: 'after the key expired',
      text: 'a retry came after the service had forgotten the idempotency key',
      rank: 'rare',
      onlyIf: 'a try can come two days after the one before, as from a queue or after a restart',
      scope: 'write',
      line: (on) =>
        `simulator.faults.inject({ on: '${on}', then: { loseResponse: true } }) // and, between the tries: ` +
        "await simulator.clock.advance('49 hours')",
      shell: (on) =>
        `${injected({ on, then: { loseResponse: true } })} # and, between the tries: ${advance('49 hours')}`,
    },
  ],
  pages: [
    {
      what: 'second page',
      text: 'a second page was read',
      rank: 'often',
      scope: 'each list',
      line: (_, records) => `simulator.make.${records}(101)`,
      shell: (_, records) => call(`make/${records}`, { count: 101 }),
    },
    {
      ...misfortune(
        'drift',
        'drift',
        'list',
        'a page shifted, because somebody else wrote between two pages',
      ),
      rank: 'sometimes',
    },
    {
      what: 'empty page',
      text: 'the last page was empty',
      rank: 'rare',
      onlyIf: 'your program reads on until a page has nothing, and does not stop at the count',
      scope: 'list',
      line: (_, records) =>
        `simulator.make.${records}(100 - (simulator.records.${records}.count() % 100)) // just before the list is read`,
      shell: (_, records) => filledPage(records),
    },
  ],
  webhooks: [
    {
      what: 'received',
      text: 'an event was received',
      rank: 'often',
      scope: 'delivery',
      line: () => "simulator.webhooks.connect('https://app.example.com/hooks', receive)",
      shell: () =>
        call('webhooks/connect', { prefix: 'https://app.example.com/', target: 'http://127.0.0.1:3000' }),
    },
    misfortune('twice', 'delivery-twice', 'delivery', 'an event came twice'),
    misfortune(
      'failure and retry',
      'delivery-lost',
      'delivery',
      'an event did not arrive, and came again later',
    ),
    {
      ...misfortune('out of order', 'delivery-late', 'delivery', 'an event came after a newer one'),
      rank: 'sometimes',
    },
    {
      ...misfortune('late', 'delivery-late', 'delivery', 'an event came at least five minutes late'),
      rank: 'sometimes',
    },
    checked('twice at once', 'an event came twice at the same moment', 'sometimes'),
    checked('wrong signature', 'checkReceiver sent a delivery with a wrong signature', 'sometimes'),
    checked('old timestamp', 'checkReceiver sent a delivery with an old timestamp', 'rare'),
    {
      what: 'disabled and enabled again',
      text: 'the service disabled the webhook, and it was enabled again',
      rank: 'rare',
      scope: 'delivery',
      line: () => `simulator.faults.inject({ on: 'DELIVERY *', ${SIX_DAYS}`,
      shell: () => {
        const fault = { on: DELIVERIES, times: Number.POSITIVE_INFINITY, then: { status: 500 } }
        return `${injected(fault)}; ${advance('6 days')}`
      },
    },
  ],
  time: [
    document(
      'month end',
      'the program worked before and after the end of a month',
      'sometimes',
      "await simulator.clock.advance('31 days') // between two runs of the program",
      `${advance('31 days')} # between two runs of the program`,
      { writes: 'documents' },
    ),
    document(
      'overdue',
      'the program read while a document was overdue',
      'sometimes',
      "simulator.make.invoice({ due_date: simulator.clock.now.slice(0, 10) }); await simulator.clock.advance('5 days')",
      `${call('make/invoice', {})}; ${advance('90 days')}`,
    ),
    document(
      'closed period',
      'a write was refused, because its period is closed',
      'sometimes',
      'simulator.admin.periods.lockThrough(1, simulator.clock.now.slice(0, 10))',
      call('admin/periods/lockThrough', { companyId: 1, date: '2999-12-31' }),
      { writes: 'documents' },
    ),
    document(
      'year end',
      'the program worked before and after the end of a year',
      'rare',
      "await simulator.clock.advance('365 days') // between two runs of the program",
      `${advance('365 days')} # between two runs of the program`,
      WITH_CLOCK,
    ),
    document(
      '29 February',
      'the program worked on 29 February',
      'rare',
      "createSimulator({ now: '2028-02-29T09:00:00Z' })",
      servedWith('--now', '2028-02-29T09:00:00Z'),
      WITH_CLOCK,
    ),
  ],
  states: [
    document(
      'posted',
      'a document was posted',
      'sometimes',
      'simulator.make.invoice()',
      call('make/invoice', {}),
    ),
    document(
      'draft',
      'a document was a draft',
      'sometimes',
      "simulator.make.invoice({ record_status: 'draft' })",
      call('make/invoice', { record_status: 'draft' }),
    ),
    document(
      'archived',
      'a document was archived',
      'sometimes',
      'simulator.records.invoices.remove(simulator.make.invoice().number)',
      withNewInvoice('archive', {}),
    ),
  ],
  money: [
    document(
      'partial payment',
      'a document was paid in part',
      'sometimes',
      paid("'0.01'"),
      withNewInvoice('pay', { amount: '0.01' }),
    ),
    document(
      'exact payment',
      'a document was paid in full',
      'sometimes',
      paid('amount'),
      withNewInvoice('pay', {}),
    ),
    document(
      'over-payment',
      'a payment was refused, because it was larger than what was open',
      'sometimes',
      `${paid('amount')} // just before the program pays it`,
      `${withNewInvoice('pay', {})} # just before the program pays it`,
      { writes: 'payments' },
    ),
    document(
      'second currency',
      'documents were in more than one currency',
      'sometimes',
      "simulator.make.invoice({ currency_iso_4217_code: 'EUR', exchange_rate: '1.1' })",
      call('make/invoice', { currency_iso_4217_code: 'EUR', exchange_rate: '1.1' }),
    ),
    document('negative line', 'a line was negative', 'sometimes', ...withLine('-1', '5.00')),
    document('zero', 'a document came to nothing', 'rare', ...withLine('-1', '9.00')),
  ],
}

export const DIMENSION_NAMES = ['statuses', ...Object.keys(DIMENSIONS), 'assumptions']
