import { describe, expect, test } from 'vitest'
import { readRule } from '../../src/engine/recurring/rule'
import { clientOf } from '../support/client'
import { template } from '../support/worlds/template'
import { trading } from '../support/worlds/trade'
import { dayOf, recurrence } from './dates-of'

const REFUSED = [
  // Parts that are no parts
  ...[
    'FREQ=DAILY;',
    ';FREQ=DAILY',
    'FREQ=DAILY;;COUNT=2',
    'FREQ=DAILY;COUNT',
    'FREQ=DAILY;COUNT=2=3',
    'FREQ=DAILY; COUNT=2',
  ],
  ...[
    'FREQ=DAILYX',
    'FREQ=HOURLY',
    'FREQ=SECONDLY',
    'FREQ=daily',
    'freq=DAILY',
    'Freq=DAILY',
    ' FREQ=DAILY',
    'FREQ=DAILY ',
  ],
  ...[
    'RRULE:FREQ=DAILY',
    'COUNT=2;FREQ=DAILY',
    'INTERVAL=2',
    'FREQ=;COUNT=2',
    'FREQ=DAILY;count=2',
    'FREQ=DAILY;FOO=1',
  ],
  ...[
    'FREQ=DAILY;BYEASTER=1',
    'FREQ=DAILY;DTSTART=20260101',
    'FREQ=DAILY;TZID=America/New_York',
    'FREQ=DAILY;X-A=1',
  ],
  ...[
    'DTSTART:20260101\nRRULE:FREQ=DAILY',
    'FREQ=DAILY;COUNT=2\nRRULE:FREQ=YEARLY',
    'FREQ=DAILY\n',
    'FREQ=DAILY\r\n',
    'FREQ=DAILY\r',
  ],
  ...[
    'FREQ=DAILY;COUNT=2\n',
    'FREQ=DAILY;BYMONTH=1\n',
    'FREQ=DAILY;WKST=MO\n',
    'FREQ=DAILY\u0000',
    'FREQ=DAILY;COUNT=٣',
    'FREQ=DAILY\u2028',
  ],
  // Twice
  ...[
    'FREQ=DAILY;FREQ=SECONDLY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;COUNT=2;COUNT=3',
    'FREQ=DAILY;WKST=MO;WKST=MO',
  ],
  // Times of day and what else is left out
  ...[
    'FREQ=DAILY;BYHOUR=25',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=DAILY;BYHOUR=-1',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;BYHOUR=abc',
    'FREQ=DAILY;BYHOUR=',
  ],
  ...[
    'FREQ=DAILY;BYMINUTE=0',
    'FREQ=DAILY;BYSECOND=60',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYYEARDAY=100',
    'FREQ=DAILY;FREQ=SECONDLY;BYHOUR=25',
  ],
  // Numbers
  ...[
    'INTERVAL=-1',
    'INTERVAL=1.5',
    'INTERVAL=abc',
    'INTERVAL=2x',
    'INTERVAL=',
    'INTERVAL=0',
    'INTERVAL=10000',
    'INTERVAL=+1',
    'INTERVAL=1e3',
    'INTERVAL=0x1',
    'INTERVAL= 1',
  ].map((part) => `FREQ=DAILY;${part}`),
  ...[
    'COUNT=-1',
    'COUNT=1.5',
    'COUNT=',
    'COUNT=abc',
    'COUNT=0x10',
    'COUNT=1e3',
    'COUNT=0',
    'COUNT=00',
    'COUNT=+2',
    'COUNT=1_0',
  ].map((part) => `FREQ=DAILY;${part}`),
  ...[
    'BYMONTHDAY=',
    'BYMONTHDAY=1.5',
    'BYMONTHDAY=0',
    'BYMONTHDAY=-0',
    'BYMONTHDAY=32',
    'BYMONTHDAY=-32',
    'BYMONTHDAY=99',
    'BYMONTHDAY=1,',
    'BYMONTHDAY=,1',
    'BYMONTHDAY=1;2',
  ].map((part) => `FREQ=MONTHLY;${part}`),
  ...[
    'BYMONTH=',
    'BYMONTH=0',
    'BYMONTH=13',
    'BYMONTH=-1',
    'BYMONTH=abc',
    'BYMONTH=1.5',
    'BYMONTH=001',
    'BYMONTH=1,13',
    'BYMONTH=1, 2',
    'BYMONTH=JAN',
  ].map((part) => `FREQ=YEARLY;${part}`),
  ...['BYSETPOS=0', 'BYSETPOS=367', 'BYSETPOS=-367', 'BYSETPOS=', 'BYSETPOS=1.5', 'BYSETPOS=1,0'].map(
    (part) => `FREQ=MONTHLY;BYDAY=MO;${part}`,
  ),
  // Days
  ...[
    'BYDAY=XX',
    'BYDAY=',
    'BYDAY=mo',
    'BYDAY=MON',
    'BYDAY=M',
    'BYDAY=0MO',
    'BYDAY=54MO',
    'BYDAY=99MO',
    'BYDAY=-54MO',
    'BYDAY=1.5MO',
    'BYDAY=MO1',
    'BYDAY=MO,',
    'BYDAY=1',
    'BYDAY=+-1MO',
    'BYDAY=1 MO',
  ].map((part) => `FREQ=MONTHLY;${part}`),
  ...['WKST=XX', 'WKST=', 'WKST=1', 'WKST=MO,TU', 'WKST=1MO', 'WKST=0'].map((part) => `FREQ=WEEKLY;${part}`),
  // Days that do not exist
  ...[
    '20261399',
    '20260230',
    '20250229',
    '20260001',
    '20260100',
    '2026-01-01',
    '20260101T',
    '20260101T240000Z',
    '20260101T006000',
    '20260101T0000',
    '20260101T000000z',
    '20260101T000000+0100',
    '20260101T000061',
    'x20260101',
    '2026010',
    'abc',
    '',
  ].map((until) => `FREQ=DAILY;UNTIL=${until}`),
  // Combinations
  ...[
    'FREQ=DAILY;COUNT=2;UNTIL=20261231',
    'FREQ=DAILY;UNTIL=20261231;COUNT=2',
    'FREQ=DAILY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=99MO',
    'FREQ=WEEKLY;BYDAY=-1MO',
  ],
  ...[
    'FREQ=WEEKLY;BYMONTHDAY=13',
    'FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=DAILY;BYSETPOS=366;BYHOUR=1',
  ],
  // Lengths
  ...[
    '',
    'FREQ=',
    'FREQ=DA',
    'FREQ=DAI',
    `FREQ=DAILY;X=${'1'.repeat(487)}`,
    `FREQ=MONTHLY;BYMONTHDAY=${Array(300).fill('1').join(',')},11`,
  ],
]

const ACCEPTED = [
  ...[
    'FREQ=DAILY',
    'FREQ=WEEKLY',
    'FREQ=MONTHLY',
    'FREQ=YEARLY',
    'FREQ=DAILY;INTERVAL=9999',
    'FREQ=DAILY;INTERVAL=0001',
    'FREQ=DAILY;COUNT=1',
  ],
  ...[
    'FREQ=DAILY;COUNT=99999999999999999999999',
    'FREQ=DAILY;UNTIL=20240229',
    'FREQ=DAILY;UNTIL=20260101T235959',
    'FREQ=DAILY;UNTIL=20260101T000000Z',
    'FREQ=DAILY;UNTIL=20260101T235960Z',
  ],
  ...[
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=1MO,+2TU,-1FR,SU',
    'FREQ=YEARLY;BYDAY=53MO,-53SU',
    'FREQ=MONTHLY;BYMONTHDAY=01,+2,-31',
  ],
  ...[
    'FREQ=YEARLY;BYMONTH=01,2,12',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-366,366',
    'FREQ=YEARLY;WKST=SU;BYSETPOS=1;BYMONTH=3;INTERVAL=2;COUNT=3',
  ],
]

describe('the grammar', () => {
  test.each(REFUSED)('refuses %j', (rule) => expect(readRule(rule)).toBeUndefined())
  test.each(ACCEPTED)('accepts %j', (rule) => expect(readRule(rule)).toBeDefined())

  test('the longest rule has 500 characters', () => {
    const rule = `FREQ=MONTHLY;BYMONTHDAY=${'01,'.repeat(158)}`
    const outcomes = [`${rule}11`, `${rule}1,1`].map((text) => [text.length, readRule(text) !== undefined])
    expect(outcomes).toEqual([
      [500, true],
      [501, false],
    ])
  })
})

describe('on the wire', () => {
  const simulator = trading()
  const send = clientOf(simulator)
  const path = '/public/v1/recurring/invoices/'

  test.each(REFUSED)('422 under rrule for %j', async (rrule) => {
    const answer = await send('POST', path, template({ rrule }))
    const isLengthWrong = rrule.length < 8 || rrule.length > 500
    const text = isLengthWrong ? 'Input should have 8 to 500 characters' : 'Invalid recurrence rule'
    expect([answer.status, answer.errors]).toEqual([422, { rrule: [text] }])
  })

  test.each([null, 1, true, {}, ['FREQ=DAILY']])('a rule that is no text: %j', async (rrule) => {
    const answer = await send('POST', path, template({ rrule: rrule as unknown as string }))
    expect([answer.status, answer.errors]).toEqual([422, { rrule: ['Input should be a valid string'] }])
  })

  test('nothing was left behind', () => expect(simulator.records.recurringInvoices.count()).toBe(0))
})

/** Rules that the grammar lets through and that yield nothing. */
const NEVER = [
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '1900-01-01'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1', '2026-01-01'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20280101', '2026-01-01'],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=21260101', '2026-01-01'],
  ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', '2026-01-06'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29', '2026-01-01'],
  ['FREQ=MONTHLY;BYDAY=2TU;BYSETPOS=2', '2026-01-01'],
  ['FREQ=MONTHLY;BYDAY=6MO', '2026-01-01'],
  ['FREQ=YEARLY;BYMONTH=2', '2026-01-31'],
  ['FREQ=YEARLY;BYMONTH=2,4,6,9,11;BYMONTHDAY=31', '2026-01-31'],
  ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=54', '2026-01-01'],
  ['FREQ=YEARLY;INTERVAL=9999', '2026-01-01'],
  ['FREQ=DAILY;BYMONTH=1;BYSETPOS=2', '2026-01-01'],
  ['FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=2', '2026-01-01'],
] as const

describe('no rule takes more steps than 400 years have days', () => {
  test.each(NEVER)('%s from %s', (rule, start) => {
    const dates = recurrence(rule, start)
    const found = dates.after(dayOf('2026-06-01'))
    expect(dates.steps).toBeLessThanOrEqual(146_097 + 366)
    expect(found).toBeUndefined()
  })
})
