import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from './accounting.js'

/** An application whose page talks to the service. `webServer` of Playwright's configuration starts yours. */
const APP = `<button>Add</button><p role="status"></p><script>
  document.querySelector('button').onclick = async () => {
    const { url, key } = window.settings
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
    const body = JSON.stringify({ name: 'Acme', email: 'a@acme.example', address: '', country: '', phone: '', website: '' })
    const post = () => fetch(url + '/public/v1/customers/', { method: 'POST', headers, body })
    const response = await post().catch(post)
    document.querySelector('p').textContent = (await response.json()).name + ' is added'
  }
</script>`

const app = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(APP))
test.beforeAll(() => once(app.listen(0, '127.0.0.1'), 'listening'))
test.afterAll(() => app.close())

test('a page adds one customer, though the first answer is lost', async ({ baseURL, page, simulator }) => {
  const settings = { url: baseURL, key: simulator.apiKey }
  await page.addInitScript((given) => Object.assign(window, { settings: given }), settings)
  simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { loseResponse: true } })
  await page.goto(`http://127.0.0.1:${app.address().port}/`)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('status')).toHaveText('Acme is added')
  expect(simulator.records.customers.count({ name: 'Acme' })).toBe(1)
  expect(simulator).toHaveUsedIdempotencyKeys()
  expect(simulator).toHaveNoDuplicates()
})
