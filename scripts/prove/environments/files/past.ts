import { createInvoice } from './invoices'
import { tests } from './runner'
import { send } from './send'

const SERVICE = 'THE_SERVICE'

const it = tests(send, { baseUrl: SERVICE })

it('the request goes elsewhere', async ({ access }) => {
  await createInvoice({ ...access, baseUrl: SERVICE }, 'invoice-A-1')
})
