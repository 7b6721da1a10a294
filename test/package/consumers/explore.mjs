import { pathToFileURL } from 'node:url'
import { createSimulator } from 'accounting-simulator'
import { explore, noDuplicates } from 'accounting-simulator/explore'

/** Sends an invoice until it is answered, without a key: a lost answer makes it twice. */
async function push({ baseUrl, apiKey, fetch, sleep, disk }) {
  const headers = { 'X-API-KEY': apiKey(), 'content-type': 'application/json' }
  const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
  const body = { company_id: 1, customer_id: 1, date: '2026-01-15', reference_number: 'R-1', items }
  while (disk.read('done') === undefined)
    try {
      await fetch(`${baseUrl}/public/v1/invoices/`, { method: 'POST', headers, body: JSON.stringify(body) })
      disk.write('done', true)
    } catch {
      await sleep(1000)
    }
}

const experiment = {
  world: createSimulator(),
  start: (stage) => ({ run: () => push(stage) }),
  check: noDuplicates('invoices', 'reference_number'),
  budget: { runs: 10, time: '5 minutes' },
  module: import.meta.url,
}
export default experiment

// Workers import this file, too.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const reports = [await explore(experiment), await explore({ ...experiment, workers: 2 })]
  const [alone, two] = reports.map((report) => JSON.stringify(report))
  if (alone !== two) throw new Error(`two workers report something else: ${two}`)
  const { failure } = reports[0]
  if (failure?.complaint !== 'the invoice with reference_number R-1 is there twice')
    throw new Error(`found ${alone}`)
}
