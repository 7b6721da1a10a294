import { internalsOf } from '../../src/simulator/internals-of'
import { createSimulator } from '../built'
import { type Schedule, timings, type Variant } from '../harness'
import { invoiceBody, type Simulator } from '../invoices'
import { report } from '../report'
import { fill } from '../worlds'

/**
 * Taking worlds back, copying them and making new ones, among 1,000 invoices and among 50,000. Reset and fork
 * must not grow with the world; what is written to a fork costs a copy of the keys of each table it goes to.
 * Then files are read.
 */
const SCHEDULE: Schedule = { rounds: 15, sliceMilliseconds: 40, operationsAtMost: 300 }

const CUSTOMER = {
  name: 'Latecomer Ltd',
  email: 'books@latecomer.example',
  address: '1 Main Street',
  country: 'US',
  phone: '',
  website: '',
}

const small = fill(createSimulator(), 1_000).simulator
const large = fill(createSimulator(), 50_000).simulator

const write = (simulator: Simulator, times: number): void => {
  for (let made = 0; made < times; made += 1) simulator.records.invoices.create(invoiceBody())
}

const BACK = [0, 1, 10, 100]

for (const times of BACK) {
  const thereAndBack = (simulator: Simulator) => () => {
    const mark = simulator.snapshot()
    write(simulator, times)
    simulator.restore(mark)
  }
  await compareSizes(`snapshot, ${times} invoices, restore`, thereAndBack)
}

// A fork is born with the whole content, so resetting one costs what was written since.
const twins = new Map([small, large].map((simulator) => [simulator, simulator.fork()]))
const FLAT = 1.5
await compareSizes(
  '10 invoices, reset',
  (simulator) => {
    const twin = twins.get(simulator) as Simulator
    write(twin, 1)
    return () => {
      write(twin, 10)
      twin.reset()
    }
  },
  FLAT,
)

await compareSizes('fork', (simulator) => () => simulator.fork(), FLAT)
await compareSizes(
  'fork and its first customer, whose table is small in both',
  (simulator) => () => void simulator.fork().records.customers.create(CUSTOMER),
  FLAT,
)
await compareSizes(
  'fork and its first invoice, which copies the keys of the tables written to',
  (simulator) => () => {
    write(simulator.fork(), 1)
  },
)

// A test ends with an audit of what it wrote.
await compareSizes(
  'audit of 10 invoices that a fork wrote',
  (simulator) => {
    const twin = simulator.fork()
    write(twin, 10)
    return () => void internalsOf(twin).keptBooksSound()
  },
  FLAT,
)

const [preset, empty] = await timings(
  [
    { name: 'small company', run: () => createSimulator() },
    { name: 'empty', run: () => createSimulator({ world: 'empty' }) },
  ],
  SCHEDULE,
)
report('createSimulator() again in the same process', [{ timing: preset }, { timing: empty }])

// A file that this version wrote and nobody changed is not checked again.
const file = JSON.parse(JSON.stringify(fill(createSimulator(), 10_000).simulator.export()))
const { fingerprint: _, ...edited } = file
const [checked, unchanged] = await timings(
  [
    { name: 'without its fingerprint', run: () => createSimulator({ world: edited }) },
    { name: 'with it', run: () => createSimulator({ world: file }) },
  ],
  { rounds: 7, sliceMilliseconds: 1, operationsAtMost: 1 },
)
report('createSimulator({ world }) of a file with 10,000 invoices', [
  { timing: checked },
  { timing: unchanged, against: checked, aim: 0.4 },
])

async function compareSizes(
  title: string,
  run: (simulator: Simulator) => Variant['run'],
  aim?: number,
): Promise<void> {
  const [few, many] = await timings(
    [
      { name: 'among 1,000', run: run(small) },
      { name: 'among 50,000', run: run(large) },
    ],
    SCHEDULE,
  )
  report(title, [{ timing: few }, { timing: many, against: few, ...(aim !== undefined && { aim }) }])
}
