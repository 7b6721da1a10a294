import { createInvoice, register } from './invoices'
import { equal, noDuplicates, tests } from './runner'
import { send } from './send'

const RECEIVER = 'https://hooks.example.com/accounting'

const it = tests(send)

it('a client without keys, and a lost answer', async ({ simulator, access }) => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  await createInvoice(access)
  noDuplicates(simulator)
})

it('a receiver that expects something else', async ({ simulator, access }) => {
  await register(access, RECEIVER)
  simulator.webhooks.connect(RECEIVER, async (request) => {
    const { topic } = JSON.parse(await request.text())
    equal(topic, ['core.invoice', 'voided'].join('/'))
    return new Response(null, { status: 204 })
  })
  await createInvoice(access, 'invoice-A-1')
  await simulator.webhooks.flush()
})

it('a fault that hits nothing', async ({ simulator, access }) => {
  simulator.faults.inject({ on: 'POST /public/v1/bills/', then: { loseResponse: true } })
  await createInvoice(access, 'invoice-A-1')
})
