import { createSimulator, defineScenario } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { table } from '../support/table'

const { faults } = createSimulator()
const inject = (on: string) => faults.inject({ on, then: { status: 503 } })

/** A pattern that no operation can match would only sit there, and the test would pass. */
describe('refused, with the nearest operation', () => {
  test.each(
    table(`
      on                                           | complaint
      post /public/v1/invoices/                    | post /public/v1/invoices/ can hit nothing, because methods are in capital letters; the nearest operation is POST /public/v1/invoices/
      POST /public/v1/invoice/                     | no operation matches POST /public/v1/invoice/; the nearest operation is POST /public/v1/invoices/
      GET /public/v1/invoices/:id/                 | no operation matches GET /public/v1/invoices/:id/; the nearest operation is GET /public/v1/invoices/{record_number}/
      GET /public/v1/invoices                      | no operation matches GET /public/v1/invoices; it lacks its final slash; the nearest operation is GET /public/v1/invoices/
      GET /public/v1/invoices/{}                   | no operation matches GET /public/v1/invoices/{}; it lacks its final slash; the nearest operation is GET /public/v1/invoices/{record_number}/
      GET /public/v1/invoices/?customer_id=1       | GET /public/v1/invoices/?customer_id=1 can hit nothing, because a pattern has no query; use a function; the nearest operation is GET /public/v1/invoices/
      GET /public/*/invoices/                      | GET /public/*/invoices/ can hit nothing, because * only stands at the end; {} is one segment; the nearest operation is GET /public/v1/invoices/
      DELETE /public/v1/invoices/{}/               | no operation matches DELETE /public/v1/invoices/{}/; the nearest operation is GET /public/v1/invoices/{record_number}/
      GET /public/v1/invoices/INV-1/               | no operation matches GET /public/v1/invoices/INV-1/; the nearest operation is GET /public/v1/invoices/{record_number}/
      GET /public/v1/invoyces*                     | no operation matches GET /public/v1/invoyces*; the nearest operation is GET /public/v1/invoices/
      * /v1/invoices*                              | no operation matches * /v1/invoices*; the nearest operation is GET /public/v1/invoices/
    `),
  )('$on', ({ on, complaint }) => {
    expect(() => inject(on)).toThrow(expect.objectContaining({ option: 'on', message: `on: ${complaint}` }))
  })

  test('a topic that does not exist', () => {
    expect(() => inject('DELIVERY core.invoise/created')).toThrow(
      'on: no topic matches core.invoise/created, perhaps core.invoice/created',
    )
  })

  test('in a scenario, with its place', () => {
    const steps = [{ at: '1 day', inject: { on: 'POST /public/v1/bill/', then: { status: 503 } } }] as const
    expect(() => defineScenario({ name: 'misspelt', steps })).toThrow(
      'steps[0].inject.on: no operation matches POST /public/v1/bill/; the nearest operation is POST /public/v1/bills/',
    )
  })
})

test.each(
  table(`
    on                                        | why
    GET /public/v1/invoices/                  | an operation
    * /public/v1/invoices/                    | any method
    PUT /public/v2/invoices/{}/               | any record
    PUT /public/v2/invoices/{record_number}/  | as the documents write it
    GET /public/v1/invoices/7/                | one record
    GET /public/{}/invoices/                  | any version
    GET /public/v1/{}/                        | any list
    GET /public/v1/inv*                       | the beginning of a segment
    GET /public/v1/invoices/7*                | the beginning of a number
    POST /*                                   | everything posted
    DELIVERY core.inv*                        | the beginning of a topic
    DELIVERY https://hooks.example.com/*      | a URL
  `),
)('accepted: $on, $why', ({ on }) => {
  expect(inject(on).on).toBe(on)
})

test('without the final slash where the service accepts it', () => {
  const lenient = createSimulator({ assumptions: { 'trailing-slash': 'accept' } })
  const on = 'GET /public/v1/invoices'
  expect(lenient.faults.inject({ on, then: { status: 503 } }).on).toBe(on)
})
