import { expect, test } from 'vitest'
import { table } from '../support/table'
import { Office } from '../support/worlds/office'

const ADVICE =
  "by your clock; connect with timestamps: 'wall' if the receiver checks the time by it; " +
  'if it does not, compare its secret with that of the registration'

/** Sells one invoice after the other; the receiver gives these answers, and the host's clock shows that time. */
async function told(
  answers: readonly number[],
  hostNow: string,
  timestamps: 'virtual' | 'wall',
  damages = 0,
) {
  const host = { now: () => Date.parse(hostNow), wakeAt: () => undefined }
  const office = new Office({ now: '2026-01-15T09:00:00.400Z', host })
  await office.register(['core.invoice/created'])
  const { webhooks, faults } = office.simulator
  let at = 0
  webhooks.connect('https://hooks.example.com/', () => new Response(null, { status: answers[at++] ?? 200 }), {
    timestamps,
  })
  if (damages > 0) faults.inject({ on: 'DELIVERY *', times: damages, then: { malformedJson: true } })
  for (const _ of answers) {
    office.sell()
    await webhooks.flush()
  }
  const { why = '' } = webhooks.attempts[answers.length - 1] ?? {}
  const delivery = office.simulator.timeline.filter('kind:delivery').at(-1)
  expect(delivery).toMatchObject({ why })
  return /; (signed .*)$/.exec(why)?.[1] ?? '-'
}

/** docs/service.md §14.3: receivers refuse what was signed more than five minutes ago, by their own clock. */
test.each(
  table(`
    answers   now                   timestamps | note
    401       2026-03-15T09:00:00Z  virtual    | signed 59 days ago
    400       2026-01-16T10:00:00Z  virtual    | signed 1 day ago
    403       2026-01-15T08:00:00Z  virtual    | signed 60 minutes ahead
    401       2025-01-13T09:00:00Z  virtual    | signed 367 days ahead
    401       2026-01-15T09:05:01Z  virtual    | signed 5 minutes ago
    401       2026-01-15T09:05:00Z  virtual    | -
    401       2026-01-15T08:55:00Z  virtual    | -
    401       2026-04-15T09:00:00Z  wall       | -
    500       2026-03-15T09:00:00Z  virtual    | -
    200       2026-03-15T09:00:00Z  virtual    | -
    401,401   2026-03-15T09:00:00Z  virtual    | signed 59 days ago
    404,401   2026-03-15T09:00:00Z  virtual    | signed 59 days ago
    200,401   2026-03-15T09:00:00Z  virtual    | -
    204,401   2026-03-15T09:00:00Z  virtual    | -
  `),
)('$answers to what was signed in January, at $now by the host, $timestamps: $note', async (row) => {
  const note = await told(row.answers.split(',').map(Number), row.now, row.timestamps as 'virtual')
  expect(note).toBe(row.note === '-' ? '-' : `${row.note} ${ADVICE}`)
})

test('a body that a fault has damaged is not refused for the age of its signature', async () => {
  expect(await told([401], '2026-03-15T09:00:00Z', 'virtual', 1)).toBe('-')
})

test('what the endpoint of somebody else accepts says nothing about this one', async () => {
  const host = { now: () => Date.parse('2026-03-15T09:00:00Z'), wakeAt: () => undefined }
  const office = new Office({ host })
  await office.register(['core.invoice/created'], 'https://good.example.com/')
  await office.register(['core.invoice/created'])
  const { webhooks } = office.simulator
  webhooks.connect('https://good.example.com/', () => new Response())
  webhooks.connect('https://hooks.example.com/', () => new Response('', { status: 401 }))
  office.sell()
  await webhooks.flush()
  expect(webhooks.attempts.at(-1)?.why).toContain(ADVICE)
})
