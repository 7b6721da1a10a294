import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { registry } from '../../src/resources/registry'
import { allRoutes } from '../../src/service/all-routes'
import { clientOf } from '../support/client'
import { Office } from '../support/worlds/office'

/** Lists without a parameter in their path. */
const lists = allRoutes(registry).all.filter(
  ({ operation, template }) => operation?.verb === 'list' && !template.includes('{'),
)

describe('what all lists take is never ignored: it filters, or is refused by name', () => {
  const simulator = createSimulator({ rateLimits: false })
  const send = clientOf(simulator)

  it.each(lists.map(({ template }) => template))('%s', async (path) => {
    for (const name of ['company_id', 'number']) {
      const { status, body, errors } = await send('GET', `${path}?${name}=99999&show_inactive=true`)
      if (status === 422) expect(errors).toEqual({ [name]: ['Extra inputs are not permitted'] })
      else expect([name, status, body.count]).toEqual([name, 200, 0])
    }
  })

  it.each([
    ['/public/v1/customers/?number=3', 200, [3]],
    ['/public/v1/companies/?company_id=2', 200, [2]],
    ['/public/v1/companies/?company_id=2&number=1', 200, []],
    ['/public/v1/customers/?company_id=1', 422, undefined],
    ['/public/v1/customers/?number=x', 422, undefined],
  ])('%s answers %i', async (path, status, ids) => {
    const answer = await send('GET', path)
    expect(answer.status).toBe(status)
    const items = answer.body.items as readonly { id: number }[] | undefined
    expect(items?.map(({ id }) => id)).toEqual(ids)
  })
})

describe('lists of webhooks', () => {
  it.each([
    ['', 200, 1],
    ['?ordering=id', 200, 1],
    ['?search=HOOKS', 200, 1],
    ['?search=elsewhere', 200, 0],
    ['?ordering=zzz', 422, undefined],
    ['?number=abc', 422, undefined],
    ['?company_id=1', 422, undefined],
  ])('%s answer %i', async (query, status, count) => {
    const office = new Office()
    const { path } = await office.register()
    const answer = await office.send('GET', `/public/v2/webhooks/${query}`)
    expect([answer.status, answer.body.count]).toEqual([status, count])
    expect((await office.send('GET', `${path}deliveries/${query}`)).status).toBe(status)
  })
})
