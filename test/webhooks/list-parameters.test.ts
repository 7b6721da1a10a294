import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { HOOKS, Office } from '../support/worlds/office'

async function opened() {
  const office = new Office()
  const topics = ['core.invoice/created', 'core.invoice/updated']
  const hook = await office.register(topics, 'https://HOOKS.example.com/In')
  await office.register(topics, 'https://other.example.com/')
  office.pay(office.sell(), '1.00')
  office.sell()
  const why = (): string | undefined => {
    const entry = office.simulator.timeline.at(-1)
    return entry?.kind === 'request' ? entry.why : undefined
  }
  return { office, paths: { webhooks: HOOKS, deliveries: `${hook.path}deliveries/` }, why }
}

/** A search in any case; one order, and nothing to filter by (docs/service.md §8.2). */
describe('the lists of webhooks and of deliveries take', () => {
  it.each(
    table(`
      list        query                         | status  count  errors
      webhooks    -                             | 200     2      -
      webhooks    ordering=id                   | 200     2      -
      webhooks    ordering=url&ordering=id      | 200     2      -
      webhooks    search=hooks                  | 200     1      -
      webhooks    search=HOOKS                  | 200     1      -
      webhooks    search=/in                    | 200     1      -
      webhooks    search=hooks&search=other     | 200     1      -
      webhooks    search=nobody                 | 200     0      -
      webhooks    search=                       | 200     2      -
      deliveries  -                             | 200     3      -
      deliveries  search=CREATED                | 200     2      -
      deliveries  search=updated                | 200     1      -
      deliveries  search=updated&search=core    | 200     3      -
      deliveries  search=bill                   | 200     0      -
      deliveries  search=                       | 200     3      -
      webhooks    company_id=1                  | 422     -      company_id: Extra inputs are not permitted
      webhooks    number=1                      | 422     -      number: Extra inputs are not permitted
      webhooks    ordering=-id                  | 422     -      ordering: Unsupported ordering: -id
      webhooks    ordering=id&ordering=url      | 422     -      ordering: Unsupported ordering: url
      deliveries  company_id=1                  | 422     -      company_id: Extra inputs are not permitted
      deliveries  number=1                      | 422     -      number: Extra inputs are not permitted
      deliveries  ordering=topic                | 422     -      ordering: Unsupported ordering: topic
    `),
  )('$list?$query: $status $count', async ({ list, query, status, count, errors }) => {
    const { office, paths, why } = await opened()
    const path = `${paths[list as 'webhooks']}?${query === '-' ? '' : query}`
    const answer = await office.send('GET', path)
    expect(answer.status).toBe(Number(status))
    const told = Object.entries(answer.errors).map(([name, texts]) => `${name}: ${texts}`)
    expect(told.join() || '-').toBe(errors)
    if (status !== '200') return
    expect(answer.body.count).toBe(Number(count))
    expect(why()).toBe(`listed ${count} of ${count} ${list}`)
  })
})

it('a change to active of a webhook that is active changes nothing', async () => {
  const { office } = await opened()
  const hook = await office.register()
  const before = (await office.send('GET', hook.path)).body
  await office.simulator.clock.advance('1 minute')
  expect((await office.send('PATCH', hook.path, { is_active: true })).body).toEqual(before)
  await office.send('PATCH', hook.path, { is_active: false })
  const { last_modified_at: paused } = (await office.send('GET', hook.path)).body
  await office.simulator.clock.advance('1 minute')
  const { body } = await office.send('PATCH', hook.path, { url: 'https://new.example.com/' })
  expect([body.is_active, paused, body.last_modified_at]).toEqual([
    false,
    '2026-01-15T09:01:00Z',
    '2026-01-15T09:02:00Z',
  ])
})
