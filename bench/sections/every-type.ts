import { groundOf } from '../../test/support/ground'
import { everything } from '../../test/support/subject'
import { type Schedule, timings, type Variant } from '../harness'
import { report } from '../report'

/** Creating one record of every type, and taking it back, against an invoice. The aim is three invoices. */
const SCHEDULE: Schedule = { rounds: 11, sliceMilliseconds: 25, operationsAtMost: 100 }

const documents = everything.definitions.filter(({ document }) => document !== undefined)
const invoice = documents.find(({ name }) => name === 'invoices')

const variants: Variant[] = [
  ...(invoice ? [invoice] : []),
  ...documents.filter((one) => one !== invoice),
].map((definition) => {
  const ground = groundOf(everything)
  const body = ground.body(definition)
  const records = ground.records(definition)
  const mark = ground.simulator.snapshot()
  return {
    name: definition.name,
    run: () => {
      records.create(body)
      ground.simulator.restore(mark)
    },
  }
})

const [first, ...others] = await timings(variants, SCHEDULE)
if (first)
  report('Create one record of a type and take it back', [
    { timing: first },
    ...others.map((timing) => ({ timing, against: first, aim: 3 })),
  ])
