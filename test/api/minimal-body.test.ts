import { createSimulator, isRefusal } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { minimalBody } from '../../src/engine/write/minimal-body'
import { registry } from '../../src/resources/registry'
import type { Json } from '../support/client'

interface Creating {
  list(): { readonly items: readonly Json[] }
  create(body: object): Json
}

/** Members of these types must agree with each other, so factories have a body of their own for them. */
const OWN_BODIES =
  'bankTransfers paperChecks contracts approvalPolicies fixedAssets journalEntries recurringJournalEntries directExpenses ' +
  'recurringBills vendorPayments vendorPrepaymentApplications vendorRefunds cashSales customerDeposits customerPayments ' +
  'customerPrepaymentApplications customerRefunds recurringInvoices'

test('a body of the definition alone makes a record, but for types whose members must agree', () => {
  const refused = registry.definitions.filter((definition) => {
    const simulator = createSimulator({ world: 'small-company', now: '2026-01-15T09:00:00Z' })
    const setsOf = simulator.records as unknown as Record<string, Creating>
    const body = minimalBody(definition, {
      date: '2026-01-15',
      reference: ({ resource, by }) => setsOf[resource]?.list().items[0]?.[by],
      text: (member) => `Its ${member}`,
    })
    try {
      setsOf[definition.name]?.create(body)
      return false
    } catch (error) {
      if (!isRefusal(error)) throw error
      return true
    }
  })
  expect(refused.map(({ name }) => name).join(' ')).toBe(OWN_BODIES)
})
