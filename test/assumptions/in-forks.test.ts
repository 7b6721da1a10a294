import { createSimulator } from 'accounting-simulator'
import { expect, it } from 'vitest'

it('a fork may answer an open question otherwise, and its forks inherit that', () => {
  const simulator = createSimulator()
  const fork = simulator.fork({ assumptions: { 'idempotency-scope': 'organization' } })
  const scopeIn = ({ assumptions }: typeof simulator) =>
    assumptions.register().find(({ id }) => id === 'idempotency-scope')?.value
  expect([simulator, fork, fork.fork()].map(scopeIn)).toEqual(['api-key', 'organization', 'organization'])
  const wrong = { assumptions: { 'idempotency-scope': 'nobody' } } as never
  expect(() => simulator.fork(wrong)).toThrow(expect.objectContaining({ name: 'OptionError' }))
})
