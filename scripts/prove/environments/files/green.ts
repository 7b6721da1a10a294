import { verifyWebhook } from 'accounting-simulator'
import { createInvoice, register } from './invoices'
import { equal, noDuplicates, tests } from './runner'
import { send } from './send'

const RECEIVER = 'https://hooks.example.com/accounting'

const it = tests(send)

it('one invoice, though its first answer is lost', async ({ simulator, access }) => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  const { amount } = await createInvoice(access, 'invoice-A-1')
  equal(amount, '59.99')
  equal(simulator.records.invoices.count(), 1)
  noDuplicates(simulator)
})

it('a webhook is verified', async ({ simulator, access }) => {
  const secret = await register(access, RECEIVER)
  const topics: string[] = []
  simulator.webhooks.connect(RECEIVER, async (request) => {
    const body = await request.text()
    const now = Date.parse(simulator.clock.now)
    const checked = verifyWebhook({ secret, body, headers: request.headers, now })
    if (!checked.ok) return new Response(null, { status: 400 })
    topics.push(checked.event.topic)
    return new Response(null, { status: 204 })
  })
  await createInvoice(access, 'invoice-A-1')
  await simulator.webhooks.flush()
  equal(topics, ['core.invoice/created'])
})
