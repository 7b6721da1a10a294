import { describe, expect, it } from 'vitest'
import { clientOf, refusal } from '../support/client'
import { given, table } from '../support/table'
import { invoice } from '../support/worlds/trade'
import { INVOICES, LINES, opened } from './opened'

describe('the list of invoices', () => {
  const several = () => {
    const world = opened()
    const { invoices } = world.simulator.records
    invoices.create(invoice({ date: '2024-01-15', reference_number: 'PO-77', due_date: '2024-03-01' }))
    invoices.create(invoice({ customer_id: 2, company_id: 2, currency_iso_4217_code: 'EUR' }))
    invoices.create(invoice({ record_status: 'draft', date: '2026-01-01' }))
    const { number } = invoices.create(invoice())
    invoices.update(number, { ...invoice(), record_status: 'archived' })
    return world
  }

  it('shows an invoice whole but for its lines, with its code and its stamps', async () => {
    const { simulator, list, send } = several()
    const [shown] = await list(INVOICES, 'number=1')
    const { items: _, ...record } = (await send('GET', '/public/v1/invoices/1/')).body
    const code = `IN-${simulator.records.invoices.get(1).internal_id}`
    const stamps = { created_at: '2026-01-15T09:00:00Z', updated_at: '2026-01-15T09:00:00Z' }
    expect(shown).toEqual({ ...record, code, ...stamps })
  })

  it.each(
    table(`
      query                                            | numbers
      -                                                | 1 2 3 4
      code=IN-1                                        | 1
      code=in-2&code=IN-4                              | 2 4
      code=IN-99&code=nonsense&code=1                  | -
      number=1&number=3                                | 1 3
      company_id=2                                     | 2
      customer_id=2&customer_id=1                      | 1 2 3 4
      customer_id=2                                    | 2
      start_date=2026-01-15                            | 2 4
      end_date=2026-01-01                              | 1 3
      due_date=2024-03-01                              | 1
      due_date_until=2024-02-28                        | -
      transaction_currency=EUR&transaction_currency=JPY  | 2
      record_status=draft&record_status=archived       | 3 4
      approval_status=pending                          | -
      approval_status_scope=all                        | 1 2 3 4
      approval_status_scope=mine                       | -
      integration_sources=anything                     | -
      search=po-7                                      | 1
      ordering=-id                                     | 4 3 2 1
      ordering=number                                  | 1 2 3 4
      ordering=date                                    | 1 3 2 4
      ordering=-date                                   | 2 4 3 1
      ordering=-number&limit=2&offset=1                | 3 2
    `),
  )('?$query', async ({ query, numbers }) => {
    const found = await several().list(INVOICES, given(query) ?? '')
    expect(found.map(({ number }) => number)).toEqual(
      (given(numbers) ?? '').split(' ').filter(Boolean).map(Number),
    )
  })

  it.each(
    table(`
      query                         | status  member                 message
      approval_status_scope=theirs  | 422     approval_status_scope  Input should be one of: all, mine
      record_status=open            | 422     record_status          Input should be one of: draft, posted, archived
      start_date=today              | 422     start_date             Input should be a valid date in YYYY-MM-DD format
      ordering=amount               | 422     ordering               Unsupported ordering: amount
      limit=0                       | 400     __all__                greater_than_equal query.limit: Input should be greater than or equal to 1
      offset=-1                     | 400     __all__                greater_than_equal query.offset: Input should be greater than or equal to 0
    `),
  )('?$query is refused', async ({ query, status, member, message }) => {
    const answer = await several().send('GET', `${INVOICES}?${query}`)
    expect([String(answer.status), answer.body]).toEqual([status, refusal(member, message)])
  })

  it('takes another word before the number of a code', async () => {
    const { simulator, list } = opened({ assumptions: { 'v3-code': 'INV/' } })
    simulator.records.invoices.create(invoice())
    expect((await list(INVOICES, 'code=inv/1')).map(({ code }) => code)).toEqual(['INV/1'])
  })

  it('names what it rests on', async () => {
    const { simulator, list } = several()
    await list(INVOICES, 'code=IN-1')
    await list(LINES)
    const used = simulator.assumptions.used().filter((id) => id.startsWith('v3-'))
    expect(used).toEqual([
      'v3-code',
      'v3-invoice-record',
      'v3-line-record',
      'v3-line-window',
      'v3-list-parameters',
      'v3-updated-at',
    ])
  })
})

describe('only what is listed', () => {
  it.each(
    table(`
      method  path                                  | status
      POST    /public/v3-alpha/invoices/            | 405
      PUT     /public/v3-alpha/invoices/lines/      | 405
      GET     /public/v3-alpha/invoices/1/          | 404
      GET     /public/v3-alpha/bills/               | 404
      GET     /public/v3-alpha/invoices             | 404
      GET     /public/v1/invoices/lines/            | 404
      GET     /public/v3-alpha/health/              | 200
    `),
  )('$method $path is $status', async ({ method, path, status }) => {
    expect((await opened().send(method, path)).status).toBe(Number(status))
  })

  it.each([LINES, INVOICES, '/public/v3-alpha/health/', '/public/v3-alpha/nothing/'])(
    '%s wants a key',
    async (path) => {
      const { simulator } = opened({ rateLimits: {} })
      for (const [key, status, text] of [
        [null, 401, 'API key required'],
        ['wrong', 403, 'API key authentication failed'],
      ] as const) {
        const answer = await clientOf(simulator, key)('GET', path)
        expect([answer.status, answer.body]).toEqual([status, refusal('__all__', text)])
        expect(answer.headers.has('X-RateLimit-Limit')).toBe(false)
      }
    },
  )

  it('takes from the aggregate alone what no operation answers', async () => {
    const { send } = opened({ rateLimits: {} })
    const rateOf = async (method: string, path: string) => {
      const { status, headers } = await send(method, path)
      return [
        status,
        ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Allow'].map((name) => headers.get(name)),
      ]
    }
    expect(await rateOf('POST', LINES)).toEqual([405, '50', '49', 'GET'])
    expect(await rateOf('GET', `${INVOICES}1/`)).toEqual([404, '50', '48', null])
    expect(await rateOf('GET', LINES)).toEqual([200, '10', '9', null])
  })

  it('is refused where the subscription to invoices has lapsed', async () => {
    const { simulator, send } = opened()
    simulator.admin.subscriptions.lapse('invoices')
    for (const path of [LINES, INVOICES]) expect((await send('GET', path)).status).toBe(402)
  })

  it('counts each list in a bucket of its own', async () => {
    const { send } = opened({ rateLimits: {} })
    for (let nth = 0; nth < 10; nth++) expect((await send('GET', LINES)).status).toBe(200)
    expect((await send('GET', LINES)).status).toBe(429)
    const other = await send('GET', INVOICES)
    expect([other.status, other.headers.get('X-RateLimit-Remaining')]).toEqual([200, '9'])
    expect((await send('GET', '/public/v1/invoices/')).headers.get('X-RateLimit-Remaining')).toBe('9')
  })
})
