/** Customers are created with 201. Whoever takes only 200 for a success creates them again. */
import { createSimulator } from 'accounting-simulator'
import { type Experiment, noDuplicates, type Stage } from 'accounting-simulator/explore'

const NAMES = ['Quince Books', 'Rowan Toys']

function shop({ baseUrl, apiKey, disk }: Stage) {
  return {
    async run() {
      for (const name of NAMES) {
        if (disk.read(name)) continue
        const response = await fetch(`${baseUrl}/public/v1/customers/`, {
          method: 'POST',
          headers: { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' },
          body: JSON.stringify({ name, email: '', phone: '', website: '', address: '', country: 'US' }),
        })
        if (response.status === 200) disk.write(name, 'created')
        else console.debug(`${name} failed, next time perhaps`)
      }
    },
  }
}

export const only200IsSuccess = (): Experiment => ({
  world: createSimulator(),
  start: shop,
  check: noDuplicates('customers', 'name'),
})
