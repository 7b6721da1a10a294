import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { CLIENTS } from './clients.js'
import { live, TROUBLES } from './life.js'

const passed = { days: 0, milliseconds: 0 }
after(() => {
  const seconds = (passed.milliseconds / 1000).toFixed(1)
  process.stderr.write(`node:test: ${passed.days.toFixed(0)} days of virtual time in ${seconds} s\n`)
})

for (const [name, client] of Object.entries(CLIENTS))
  describe(name, () => {
    for (const [title, trouble] of Object.entries(TROUBLES))
      test(title, async () => {
        const simulator = createSimulator()
        const server = await serve(simulator, { grace: 10 })
        const { steps, statuses, days, milliseconds } = await live(simulator, client, server.url, trouble)
        passed.days += days
        passed.milliseconds += milliseconds
        assert.ok(steps > 0)
        assert.ok(statuses[200] > 0)
        assert.deepEqual(simulator.books.check(), [])
        await server.close()
        simulator[Symbol.dispose]()
      })
  })
