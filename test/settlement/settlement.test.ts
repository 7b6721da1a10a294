import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { type Setting, Story } from '../support/worlds/invoice-story'
import { balanceOf } from '../support/worlds/trade'

/** Every path by which an invoice is paid (docs/service.md §4.5, §11.2). `open` is what its account carries for it. */
const STORIES = {
  'in one go': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 100.00      | ok                 100.00  0.00
  `),
  'in parts': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 33.33       | ok                 33.33   66.67
    pay B 33.33       | ok                 66.66   33.34
    pay C 33.34       | ok                 100.00  0.00
    pay D 0.01        | 422 items          100.00  0.00
  `),
  'too much': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 100.01      | 422 items          0.00    100.00
    pay A 60.00       | ok                 60.00   40.00
    pay B 40.01       | 422 items          60.00   40.00
    pay B 40.00       | ok                 100.00  0.00
  `),
  'edited up and down': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 30.00       | ok                 30.00   70.00
    edit A 50.00      | ok                 50.00   50.00
    edit A 50.00      | ok                 50.00   50.00
    edit A 100.01     | 422 items          50.00   50.00
    edit A 100.00     | ok                 100.00  0.00
    edit A 0.01       | ok                 0.01    99.99
    pay B 99.99       | ok                 100.00  0.00
    edit A 0.02       | 422 items          100.00  0.00
    edit B 99.98      | ok                 99.99   0.01
    edit A 0.02       | ok                 100.00  0.00
  `),
  archived: table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 30.00       | ok                 30.00   70.00
    pay B 70.00       | ok                 100.00  0.00
    archive A         | ok                 70.00   30.00
    archive A         | 422 record_status  70.00   30.00
    edit A 10.00      | 422 record_status  70.00   30.00
    post A            | 422 record_status  70.00   30.00
    pay C 30.00       | ok                 100.00  0.00
    archive B         | ok                 30.00   70.00
    archive C         | ok                 0.00    100.00
    archive invoice   | ok                 0.00    0.00
    pay D 1.00        | 422 items          0.00    0.00
  `),
  'by a draft': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    draft A 80.00     | ok                 0.00    100.00
    edit A 90.00      | ok                 0.00    100.00
    pay B 20.00       | ok                 20.00   80.00
    post A            | 422 items          20.00   80.00
    edit A 80.00      | ok                 20.00   80.00
    post A            | ok                 100.00  0.00
    archive B         | ok                 80.00   20.00
  `),
  'draft archived': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    draft A 80.00     | ok                 0.00    100.00
    archive A         | ok                 0.00    100.00
    post A            | 422 record_status  0.00    100.00
  `),
  'unassigned first': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    pay A 60.00                     | ok                 60.00   40.00
    unassign A 60.00                | ok                 0.00    100.00
    unassign A 10.00                | ok                 0.00    100.00
    edit A 100.00                   | ok                 100.00  0.00
    unassign A 0.00                 | 422 lines          100.00  0.00
    unassign A 100.00               | ok                 0.00    100.00
    archive A                       | ok                 0.00    100.00
  `),
  'among several invoices': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    invoice 50.00                   | ok                 0.00    100.00
    pay A 100.00 on 1, 50.00 on 2   | ok                 100.00  0.00
    edit A 40.00 on 1, 50.00 on 2   | ok                 40.00   60.00
    edit A 50.00 on 2               | ok                 0.00    100.00
    edit A 50.00 on 2, 100.00 on 1  | ok                 100.00  0.00
    edit A 50.01 on 2, 10.00 on 1   | 422 items          100.00  0.00
    edit A 10.00 on 1, 10.00 on 1   | 422 items          100.00  0.00
    archive A                       | ok                 0.00    100.00
    pay B 1.00 on 1, 1.00 on 1      | 422 items          0.00    100.00
  `),
  'the invoice is edited': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    edit invoice 120.00             | ok                 0.00    120.00
    pay A 110.00                    | ok                 110.00  10.00
    edit invoice 120.00             | ok                 110.00  10.00
    edit invoice 130.00             | 422 amount         110.00  10.00
    edit invoice 110.00             | 422 amount         110.00  10.00
    archive invoice                 | 422 record_status  110.00  10.00
    archive A                       | ok                 0.00    120.00
    edit invoice 130.00             | ok                 0.00    130.00
    archive invoice                 | ok                 0.00    0.00
    edit invoice 130.00             | 422 record_status  0.00    0.00
  `),
  'moved in time': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    pay A 10.00                     | ok                 10.00   90.00
    date A 2026-01-20               | ok                 10.00   90.00
    date A 2026-01-14               | 422 items          10.00   90.00
    date A 2026-01-15               | ok                 10.00   90.00
  `),
  'in cents': table(`
    step              | outcome            paid    due
    invoice 0.03      | ok                 0.00    0.03
    pay A 0.01        | ok                 0.01    0.02
    pay B 0.01        | ok                 0.02    0.01
    pay C 0.01        | ok                 0.03    0.00
    archive B         | ok                 0.02    0.01
    edit C 0.02       | ok                 0.03    0.00
  `),
}

const SETTINGS: Record<string, Setting> = {
  'in dollars': { company: 1, currency: 'USD', rate: '1' },
  'in euros at 1.1045': { company: 1, currency: 'EUR', rate: '1.1045' },
  'in yen at 0.0067123456789012': { company: 1, currency: 'JPY', rate: '0.0067123456789012' },
  'in dinars at 3.333333': { company: 2, currency: 'KWD', rate: '3.333333' },
}

describe.each(Object.entries(SETTINGS))('an invoice %s is paid', (_, setting) => {
  test.each(Object.entries(STORIES))('%s', (_title, steps) => {
    const story = new Story(setting)
    const { simulator } = story
    for (const { step, outcome, paid, due } of steps) {
      const before = JSON.stringify(simulator.export())
      const told = `after ${step}`
      expect(story.take(step), told).toBe(outcome)
      if (outcome !== 'ok') expect(JSON.stringify(simulator.export()), told).toBe(before)
      const { state } = story
      expect(state, told).toMatchObject({ paid, due })
      if (state.status !== 'archived')
        expect(Number(state.amount), told).toBeCloseTo(Number(state.paid) + Number(state.due), 6)
      expect(simulator.books.check(), told).toEqual([])
    }
  })

  test('and what was paid in many parts leaves nothing on the receivable account', () => {
    const story = new Story(setting)
    story.take('invoice 1.00')
    for (const name of 'ABCDEFG') expect(story.take(`pay ${name} 0.13`)).toBe('ok')
    expect(story.take('pay H 0.09')).toBe('ok')
    expect(balanceOf(story.simulator, 1100, setting.company)).toBe('0.00')
    for (const name of 'DAHCBFEG') expect(story.take(`archive ${name}`)).toBe('ok')
    expect(story.state).toMatchObject({ paid: '0.00', due: '1.00' })
    expect(story.take('pay I 1.00')).toBe('ok')
    expect(balanceOf(story.simulator, 1100, setting.company)).toBe('0.00')
  })
})
