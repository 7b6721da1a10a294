const assert = require('node:assert/strict')

const JSON_BODY = { 'content-type': 'application/json' }

/** Uses every entry that makes or takes a simulator and needs no peer. */
exports.useEntries = async function useEntries(entries) {
  const { createSimulator, verifyWebhook } = entries
  const simulator = createSimulator()
  const headers = { 'X-API-KEY': simulator.apiKey, ...JSON_BODY }
  const ask = (path, init) => simulator.fetch(`${simulator.baseUrl}/public/v1/${path}`, { headers, ...init })

  // ./controls moves the clock of the same simulator.
  const port = entries.controls(simulator)
  const control = async (path, body) => {
    const init = body && { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) }
    const response = await port(new Request(`http://simulator/__simulator${path}`, init))
    assert.equal(response.status, 200, path)
    return response.json()
  }
  await control('/clock/advance', { duration: '2 days' })
  assert.equal(simulator.clock.now, '2026-01-17T09:00:00.000Z')

  // ./openapi, the controls and the simulator give one document.
  const document = JSON.stringify(simulator.openapi())
  assert.equal(JSON.stringify(entries.openapi(simulator)), document)
  assert.equal(JSON.stringify(await control('/openapi')), document)

  // ./time: the program's own timer follows the simulator's clock.
  const before = Date.parse(simulator.clock.now)
  await entries.withVirtualTime(simulator, () => new Promise((done) => setTimeout(done, 3_600_000)))
  assert.equal(Date.parse(simulator.clock.now) - before, 3_600_000)

  // ./replay finds the simulator's own traffic alike, also as a HAR.
  assert.equal((await ask('invoices/')).status, 200)
  const { customers } = simulator.records
  assert.equal((await ask(`customers/${customers.list().items[0].id}/`)).status, 200)
  const recording = entries.toHar(simulator.traffic)
  const report = await entries.replay(recording)
  assert.equal(report.exchanges, 2)
  assert.equal(report.alike, 2, String(report))

  // ./scenarios, ./worlds and ./matchers.
  const storm = await simulator.play(Object.values(entries.scenarios)[0])
  assert.ok(storm)
  const old = createSimulator({ world: entries.worlds.aged({ invoices: 20, upTo: '3 months' }) })
  assert.ok(old.records.invoices.count() > 0)
  assert.equal(entries.matchers.toBeBalanced(old).pass, true)
  const fails = entries.runTest(old, async () => {
    old.faults.inject({ on: 'GET /public/v1/items/', then: { status: 503 } })
    await old.fetch('/public/v1/items/', { headers })
    assert.equal(old.books.check().length, 1)
  })
  await assert.rejects(fails, /Timeline:[\s\S]*\nfault 1 was injected at use-entries\.cjs:\d+$/)

  // ./receiver judges one that checks signatures.
  const secret = 'whsec_demo'
  const receiver = async (request) => {
    const body = await request.text()
    const verified = verifyWebhook({ secret, headers: request.headers, body })
    return new Response(null, { status: verified.ok ? 200 : 400 })
  }
  const verdict = await entries.checkReceiver(receiver, { secret })
  assert.ok(verdict.checks.some(({ ok }) => ok))
}
