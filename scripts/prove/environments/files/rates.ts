import { equal, tests } from './runner'
import { send } from './send'

const it = tests(send)

it('the other mocks of the project still answer', async ({ simulator, access }) => {
  const response = await access.fetch('https://rates.example.com/usd')
  equal(await response.text(), '1.25')
  equal(simulator.traffic.length, 0)
})
