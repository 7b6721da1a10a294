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
function misfortune(
  what: string,
  kind: KindName,
  scope: RowScope,
  text = kindOf(kind).description,
  rank = kindOf(kind).rank,
): CoverageRow {
  return { what, text, rank, scope, fault: (on) => faultOf({ on, do: kind }) }
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
const checkLine = (expectation: string): string =>
  'const { findings } = await checkReceiver(receive, { secret, now: () => Date.parse(simulator.clock.now) }); ' +
  `${expectation} // with createSimulator({ rateLimits: false }), if it reads the service`

const checked = (what: string, text: string, rank: Rank): CoverageRow => ({
  what,
  text,
  rank,
  scope: 'delivery',
  line: () => checkLine('expect(findings).toEqual([])'),
  lineOfNode: checkLine('assert.deepEqual(findings, [])'),
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

/** The same for a test and for a shell. */
type Lines = readonly [line: string, shell: string]

const document = (
  what: string,
  text: string,
  [line, shell]: Lines,
  more: Partial<Pick<CoverageRow, 'rank' | 'onlyIf' | 'writes'>> = {},
): CoverageRow => ({
  ...{ what, text, rank: 'sometimes', scope: 'document' },
  line: () => line,
  shell: () => shell,
  ...more,
})

const WITH_CLOCK = { rank: 'rare', onlyIf: 'your program takes the day from a clock' } as const

const invoice = (body: object): Lines => [
  `simulator.make.invoice(${literal(body)})`,
  call('make/invoice', body),
]

/** A document, and a payment of so much of it. */
const paid = (amount: string, body: object): Lines => [
  'const { number, amount } = simulator.make.invoice(); ' +
    `simulator.make.customerPayment({ items: [{ invoice_number: number, amount: ${amount}, position: 1 }] })`,
  withNewInvoice('pay', body),
]

/** An invoice with one more line. */
const withLine = (quantity: string, rate: string): Lines => {
  const first = { item_id: 1, quantity: '1', rate: '9.00', position: 1 }
  return invoice({ items: [first, { item_id: 1, quantity, rate, position: 2 }] })
}

const noted = ([line, shell]: Lines, note: string): Lines => [`${line} // ${note}`, `${shell} # ${note}`]

const advanced = (duration: string): Lines =>
  noted(
    [`await simulator.clock.advance('${duration}')`, advance(duration)],
    'between two runs of the program',
  )

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
    misfortune(
      'while the first is under way',
      'slow',
      'write',
      'a retry came while the first try was still under way',
      'sometimes',
    ),
    {
      ...misfortune(
        'same key, another body',
        'lose',
        'write',
        'a retry had the same idempotency key and another body',
        'rare',
      ),
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
    misfortune(
      'drift',
      'drift',
      'list',
      'a page shifted, because somebody else wrote between two pages',
      'sometimes',
    ),
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
    misfortune('out of order', 'delivery-late', 'delivery', 'an event came after a newer one', 'sometimes'),
    misfortune('late', 'delivery-late', 'delivery', 'an event came at least five minutes late', 'sometimes'),
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
    document('month end', 'the program worked before and after the end of a month', advanced('31 days'), {
      writes: 'documents',
    }),
    document('overdue', 'the program read while a document was overdue', [
      "simulator.make.invoice({ due_date: simulator.clock.now.slice(0, 10) }); await simulator.clock.advance('5 days')",
      `${call('make/invoice', {})}; ${advance('90 days')}`,
    ]),
    document(
      'closed period',
      'a write was refused, because its period is closed',
      [
        'simulator.admin.periods.lockThrough(1, simulator.clock.now.slice(0, 10))',
        call('admin/periods/lockThrough', { companyId: 1, date: '2999-12-31' }),
      ],
      { writes: 'documents' },
    ),
    document(
      'year end',
      'the program worked before and after the end of a year',
      advanced('365 days'),
      WITH_CLOCK,
    ),
    document(
      '29 February',
      'the program worked on 29 February',
      ["createSimulator({ now: '2028-02-29T09:00:00Z' })", servedWith('--now', '2028-02-29T09:00:00Z')],
      WITH_CLOCK,
    ),
  ],
  states: [
    document('posted', 'a document was posted', ['simulator.make.invoice()', call('make/invoice', {})]),
    document('draft', 'a document was a draft', invoice({ record_status: 'draft' })),
    document('archived', 'a document was archived', [
      'simulator.records.invoices.remove(simulator.make.invoice().number)',
      withNewInvoice('archive', {}),
    ]),
  ],
  money: [
    document('partial payment', 'a document was paid in part', paid("'0.01'", { amount: '0.01' })),
    document('exact payment', 'a document was paid in full', paid('amount', {})),
    document(
      'over-payment',
      'a payment was refused, because it was larger than what was open',
      noted(paid('amount', {}), 'just before the program pays it'),
      { writes: 'payments' },
    ),
    document(
      'second currency',
      'documents were in more than one currency',
      invoice({ currency_iso_4217_code: 'EUR', exchange_rate: '1.1' }),
    ),
    document('negative line', 'a line was negative', withLine('-1', '5.00')),
    document('zero', 'a document came to nothing', withLine('-1', '9.00'), { rank: 'rare' }),
  ],
}

export const DIMENSION_NAMES = ['statuses', ...Object.keys(DIMENSIONS), 'assumptions']
