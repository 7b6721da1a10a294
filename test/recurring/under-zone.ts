/** Prints what recurrences come to; a test runs this under several zones of the host. */
import { createSimulator } from 'accounting-simulator'
import { template } from '../support/worlds/template'
import { randomCases } from './random-rules'

const simulator = createSimulator()
for (const rrule of ['FREQ=DAILY;INTERVAL=5', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=WEEKLY;BYDAY=SU,MO'])
  simulator.records.recurringInvoices.create(template({ rrule }))
await simulator.clock.advanceTo('2026-06-15T12:00:00Z')
console.log(new Date('2026-01-15T00:00:00Z').getTimezoneOffset())
console.log(JSON.stringify([randomCases(200, 1), simulator.export()]))
