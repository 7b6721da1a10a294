import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { CLIENTS } from './clients.js'
import { live, TROUBLES } from './life.js'

const passed = { days: 0, milliseconds: 0 }
afterAll(() => {
  const seconds = (passed.milliseconds / 1000).toFixed(1)
  process.stderr.write(`jest: ${passed.days.toFixed(0)} days of virtual time in ${seconds} s\n`)
})

describe.each(Object.entries(CLIENTS))('%s', (_, client) => {
  test.each(Object.entries(TROUBLES))(
    '%s',
    async (_title, trouble) => {
      const simulator = createSimulator()
      const server = await serve(simulator, { grace: 10 })
      const { steps, statuses, days, milliseconds } = await live(simulator, client, server.url, trouble)
      passed.days += days
      passed.milliseconds += milliseconds
      expect(steps).toBeGreaterThan(0)
      expect(statuses[200]).toBeGreaterThan(0)
      expect(simulator.books.check()).toEqual([])
      await server.close()
      simulator[Symbol.dispose]()
    },
    60_000,
  )
})
