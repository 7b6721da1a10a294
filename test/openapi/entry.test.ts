import * as face from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { openapi } from 'accounting-simulator/openapi'
import { expect, test } from 'vitest'
import * as inBrowsers from '../../src/index-browser'

const document = JSON.stringify(face.createSimulator().openapi())

test('the entry gives the document of the simulator', () => {
  expect(JSON.stringify(openapi(face.createSimulator()))).toBe(document)
})

test('bundles for browsers have the same face', () => {
  expect(Object.keys(inBrowsers).sort()).toEqual(Object.keys(face).sort())
})

test('there the document comes from the entry, and the refusal says so', () => {
  const simulator = inBrowsers.createSimulator()
  for (const one of [simulator, simulator.fork()])
    expect(() => one.openapi()).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining('openapi(simulator) of accounting-simulator/openapi'),
      }),
    )
  expect(JSON.stringify(openapi(simulator))).toBe(document)
})

test('the controls give it everywhere', async () => {
  const port = controls(inBrowsers.createSimulator())
  const response = await port(new Request('http://simulator/__simulator/openapi'))
  expect(JSON.stringify(await response.json())).toBe(document)
})
