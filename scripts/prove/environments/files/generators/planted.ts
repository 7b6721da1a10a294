import { connect } from './client'

/** What the types of a generated client have to refuse: a text as an id, a member that is missing, one that is none. */
const service = connect('https://accounting.test', 'a key')
const sale = { date: '2026-01-15', company_id: 1 }

await service.createInvoice({ ...sale, customer_id: 'one' })
await service.createCustomer({ name: 'Ivy', email: '', website: '', phone: '', country: 'US' })
const { items } = await service.listInvoices({ limit: 1 })
console.log(items[0]?.amuont)
