import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/kernel/civil-day'
import { dateOf } from '../../src/kernel/plain-date'
import { table } from '../support/table'
import { datesOf, dayOf, recurrence } from './dates-of'

/** Three dots where more follow; otherwise the rule has come to its end. */
const VECTORS = table(`
  rule                                                       start       | dates
  FREQ=DAILY;COUNT=3                                         1997-09-02  | 1997-09-02 1997-09-03 1997-09-04
  FREQ=DAILY;UNTIL=19970904T000000Z                          1997-09-02  | 1997-09-02 1997-09-03 1997-09-04
  FREQ=DAILY;INTERVAL=2                                      1997-09-02  | 1997-09-02 1997-09-04 1997-09-06 ...
  FREQ=DAILY;INTERVAL=10;COUNT=5                             1997-09-02  | 1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12
  FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1                1998-01-30  | 1998-01-30 1998-01-31 1999-01-01 1999-01-02 ...
  FREQ=YEARLY;UNTIL=19990102;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA  1998-01-30  | 1998-01-30 1998-01-31 1999-01-01 1999-01-02
  FREQ=WEEKLY;COUNT=4                                        1997-09-02  | 1997-09-02 1997-09-09 1997-09-16 1997-09-23
  FREQ=WEEKLY;INTERVAL=2;WKST=SU                             1997-09-02  | 1997-09-02 1997-09-16 1997-09-30 1997-10-14 ...
  FREQ=WEEKLY;COUNT=4;WKST=SU;BYDAY=TU,TH                    1997-09-02  | 1997-09-02 1997-09-04 1997-09-09 1997-09-11
  FREQ=WEEKLY;INTERVAL=2;UNTIL=19970930;WKST=SU;BYDAY=MO,WE,FR  1997-09-01  | 1997-09-01 1997-09-03 1997-09-05 1997-09-15 1997-09-17 1997-09-19 1997-09-29
  FREQ=WEEKLY;INTERVAL=2;COUNT=5;WKST=SU;BYDAY=TU,TH         1997-09-02  | 1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30
  FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO         1997-08-05  | 1997-08-05 1997-08-10 1997-08-19 1997-08-24
  FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU         1997-08-05  | 1997-08-05 1997-08-17 1997-08-19 1997-08-31
  FREQ=MONTHLY;COUNT=4;BYDAY=1FR                             1997-09-05  | 1997-09-05 1997-10-03 1997-11-07 1997-12-05
  FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR              1997-09-05  | 1997-09-05 1997-10-03 1997-11-07 1997-12-05
  FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU                     1997-09-07  | 1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 ...
  FREQ=MONTHLY;COUNT=6;BYDAY=-2MO                            1997-09-22  | 1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16
  FREQ=MONTHLY;BYMONTHDAY=-3                                 1997-09-28  | 1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26 ...
  FREQ=MONTHLY;COUNT=5;BYMONTHDAY=2,15                       1997-09-02  | 1997-09-02 1997-09-15 1997-10-02 1997-10-15 1997-11-02
  FREQ=MONTHLY;COUNT=6;BYMONTHDAY=1,-1                       1997-09-30  | 1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01
  FREQ=MONTHLY;INTERVAL=18;COUNT=8;BYMONTHDAY=10,11,12,13,14,15  1997-09-10  | 1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10 1999-03-11
  FREQ=MONTHLY;INTERVAL=2;BYDAY=TU                           1997-09-02  | 1997-09-02 1997-09-09 1997-09-16 1997-09-23 1997-09-30 1997-11-04 ...
  FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13                        1997-09-02  | 1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13 ...
  FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13         1997-09-13  | 1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10 1998-02-07 ...
  FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3             1997-09-04  | 1997-09-04 1997-10-07 1997-11-06
  FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2              1997-09-29  | 1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 ...
  FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5                      2007-01-15  | 2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30
  FREQ=YEARLY;COUNT=4;BYMONTH=6,7                            1997-06-10  | 1997-06-10 1997-07-10 1998-06-10 1998-07-10
  FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=1,2,3               1997-03-10  | 1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10
  FREQ=YEARLY;BYDAY=20MO                                     1997-05-19  | 1997-05-19 1998-05-18 1999-05-17 ...
  FREQ=YEARLY;BYMONTH=3;BYDAY=TH                             1997-03-13  | 1997-03-13 1997-03-20 1997-03-27 1998-03-05 ...
  FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8  1996-11-05  | 1996-11-05 2000-11-07 2004-11-02 ...
  FREQ=MONTHLY                                               2026-01-31  | 2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31 ...
  FREQ=MONTHLY;BYMONTHDAY=31                                 2026-01-01  | 2026-01-31 2026-03-31 2026-05-31 ...
  FREQ=MONTHLY;BYMONTHDAY=-1                                 2026-01-31  | 2026-01-31 2026-02-28 2026-03-31 2026-04-30 ...
  FREQ=MONTHLY;BYMONTHDAY=-31                                2026-01-01  | 2026-01-01 2026-03-01 2026-05-01 ...
  FREQ=MONTHLY;BYMONTHDAY=29                                 2023-12-29  | 2023-12-29 2024-01-29 2024-02-29 2024-03-29 ...
  FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1            2024-01-31  | 2024-01-31 2024-02-29 2024-03-31 2024-04-30 ...
  FREQ=YEARLY                                                2024-02-29  | 2024-02-29 2028-02-29 2032-02-29 ...
  FREQ=YEARLY                                                2096-02-29  | 2096-02-29 2104-02-29 ...
  FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1                        2024-02-29  | 2024-02-29 2025-02-28 2026-02-28 ...
  FREQ=YEARLY;INTERVAL=300;BYMONTH=2;BYMONTHDAY=29;BYDAY=TU  2000-02-29  | 2000-02-29 3200-02-29 ...
  FREQ=YEARLY;INTERVAL=401                                   2026-01-01  | 2026-01-01 2427-01-01 2828-01-01 ...
  FREQ=MONTHLY;BYMONTHDAY=1                                  2026-01-15  | 2026-02-01 2026-03-01 ...
  FREQ=MONTHLY;BYDAY=MO,-1FR                                 2026-01-01  | 2026-01-05 2026-01-12 2026-01-19 2026-01-26 2026-01-30 2026-02-02 ...
  FREQ=YEARLY;BYDAY=-1SU                                     2026-01-01  | 2026-12-27 2027-12-26 ...
  FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU                        2026-01-01  | 2026-03-29 2026-10-25 2027-03-28 ...
  FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1                      2026-01-07  | 2026-01-07 2026-01-12 2026-01-19 ...
  FREQ=DAILY;BYDAY=MO,FR;BYSETPOS=-1                         2026-01-01  | 2026-01-02 2026-01-05 ...
  FREQ=DAILY;BYDAY=MO,FR;BYSETPOS=-1,1;COUNT=2               2026-01-01  | 2026-01-02 2026-01-05
  FREQ=WEEKLY                                                2026-12-28  | 2026-12-28 2027-01-04 ...
  FREQ=DAILY                                                 9999-12-30  | 9999-12-30 9999-12-31
  FREQ=MONTHLY                                               9999-11-30  | 9999-11-30 9999-12-30
  FREQ=WEEKLY                                                9999-12-24  | 9999-12-24 9999-12-31
  FREQ=DAILY;UNTIL=99991231                                  9999-12-31  | 9999-12-31
  FREQ=DAILY;COUNT=1                                         1900-01-01  | 1900-01-01
  FREQ=DAILY;UNTIL=20260101                                  2026-01-02  | none
  FREQ=DAILY;UNTIL=00010101                                  2026-01-02  | none
  FREQ=YEARLY;BYMONTH=2                                      2026-01-31  | none
`)

describe('the dates of a rule', () => {
  test.each(VECTORS)('$rule from $start', ({ rule, start, dates }) => {
    const expected = dates.split(' ').filter((date) => date !== 'none')
    const goesOn = expected.at(-1) === '...'
    const wanted = goesOn ? expected.slice(0, -1) : expected
    expect(datesOf(rule, start, goesOn ? wanted.length : wanted.length + 1)).toEqual(wanted)
    expect(datesOf(rule, start, wanted.length + 1).length).toBe(wanted.length + (goesOn ? 1 : 0))
  })

  test.each(VECTORS.filter(({ dates }) => dates !== 'none'))(
    '$rule from $start: jumping in anywhere gives the same',
    ({ rule, start }) => {
      const dates = datesOf(rule, start, 12)
      const all = recurrence(rule, start)
      for (const [index, date] of dates.entries()) {
        const here = all.after(dayOf(date) - 1)
        expect(here && dateOf(here.day * DAY_MS)).toBe(date)
        if (rule.includes('COUNT')) expect(here?.index).toBe(index + 1)
      }
    },
  )
})

test.each([
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR',
  'FREQ=YEARLY',
])('%s: an old start costs nothing', (rule) => {
  const stepsFrom = (start: string): number => {
    const dates = recurrence(rule, start)
    dates.after(dayOf('2026-11-21'))
    return dates.steps
  }
  expect(stepsFrom('1900-01-01')).toBeLessThan(400)
  expect(stepsFrom('2026-01-01')).toBeLessThan(400)
})
