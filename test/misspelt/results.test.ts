import { isDeepStrictEqual } from 'node:util'
import { createSimulator, type Fault } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'

const inject = (): Fault => createSimulator().faults.inject({ then: { status: 503 }, times: 3 })

describe('members of a fault', () => {
  test.each([
    ['hist', 'there is no fault.hist, perhaps fault.hits'],
    ['remainin', 'there is no fault.remainin, perhaps fault.remaining'],
    ['disram', 'there is no fault.disram, perhaps fault.disarm'],
    ['selecton', 'there is no fault.selecton, perhaps fault.selection'],
  ])('%s is told the nearest', (name, said) => {
    const fault = inject()
    expect(() => Reflect.get(fault, name, fault)).toThrow(said)
  })

  test('what tools ask of any object is undefined', async () => {
    const fault = inject()
    const asked = [
      'then',
      'toJSON',
      'asymmetricMatch',
      '$$typeof',
      'nodeType',
      'inspect',
      '_isMockFunction',
      'size',
      'length',
    ]
    for (const name of asked) expect(Reflect.get(fault, name, fault), name).toBeUndefined()
    expect(await fault).toBe(fault)
    const { disarm: _, ...data } = fault
    expect(JSON.parse(JSON.stringify(fault))).toEqual(data)
    expect(structuredClone(data)).toEqual(data)
    expect(fault).toEqual({ ...fault })
    expect(fault).toStrictEqual({ ...fault })
    expect(fault).toMatchObject({ hits: 0, remaining: 3 })
    expect(isDeepStrictEqual(data, { ...data })).toBe(true)
    expect(`${Object.prototype.toString.call(fault)} ${fault}`).toBe('[object Object] [object Object]')
  })
})

test('a failed test is told of a fault that hit less often than it was to', async () => {
  const own = createSimulator()
  const ended = runTest(own, async () => {
    own.faults.inject({ on: 'GET /public/v1/items/', then: { status: 503 }, times: 3 })
    own.faults.inject({ on: 'GET /public/v1/customers/', then: { status: 503 } })
    for (const path of ['items', 'customers']) await own.fetch(`/public/v1/${path}/`)
    throw new Error('by itself')
  })
  await expect(ended).rejects.toThrow('When it failed:\n  fault 1 on GET /public/v1/items/ hit 1 of 3 times')
})
