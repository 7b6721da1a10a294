import { createInvoice } from './invoices'
import { equal } from './runner'
import { send } from './send'
import { onVirtualTime } from './time'

const it = onVirtualTime(send)

it('a storm of five minutes is waited out', async ({ simulator, access }) => {
  simulator.faults.inject({ times: 4, then: { status: 429, retryAfter: 75 } })
  await createInvoice(access, 'invoice-A-1')
  equal(simulator.clock.now, '2026-01-15T09:05:00.000Z')
})
