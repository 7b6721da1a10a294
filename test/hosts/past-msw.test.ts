import { once } from 'node:events'
import https from 'node:https'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { setupServer } from 'msw/node'
import * as undici from 'undici'
import { describe, expect, test, vi } from 'vitest'

/** What a test ends with, whose body is given a simulator of its own. */
function errorOf(body: (simulator: Simulator) => unknown): Promise<unknown> {
  const simulator = createSimulator()
  return runTest(simulator, () => body(simulator)).then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('a request for the simulator that goes to the network', () => {
  const INVOICES = 'https://accounting.test/public/v1/invoices/'
  const LEFT = `GET ${INVOICES} went to the network, not to the simulator: `

  test('fails the test, also where the client swallows its error', async () => {
    const error = await errorOf(() => fetch(INVOICES).catch(() => 'the simulator is offline'))
    expect(String(error)).toContain(`the test leaves things undone:\n  ${LEFT}no handlers for msw lead there`)
  })

  test('may be one of node:http, if no handlers for msw could have answered it', async () => {
    const send = (): Promise<unknown> => once(https.request(INVOICES).end(), 'close').catch(() => 0)
    expect(String(await errorOf(send))).toContain(`${LEFT}no handlers for msw lead there`)
    const simulator = createSimulator({ baseUrl: 'https://seen.test' })
    const server = setupServer(...handlers(simulator))
    server.listen()
    await runTest(simulator, () => new Promise((resolve) => https.request(simulator.baseUrl, resolve).end()))
    server.close()
    expect(simulator.traffic).toHaveLength(1)
  })

  test('is named where the test fails', async () => {
    const error = await errorOf(() => undici.request(INVOICES))
    expect(String(error)).toMatch(/ENOTFOUND/)
    expect(String(error)).toContain(`When it failed:\n  ${LEFT}`)
  })

  test('belongs to the test that sent it', async () => {
    const pass = errorOf(() => new Promise((resolve) => setTimeout(resolve, 50)))
    const [guilty, innocent] = await Promise.all([errorOf(() => fetch(INVOICES).catch(() => 0)), pass])
    expect(String(guilty)).toContain(LEFT)
    expect(innocent).toBeUndefined()
  })

  test('beside handlers is warned of, too, once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const simulator = createSimulator()
    const server = setupServer(...handlers(simulator))
    server.listen()
    const error = await runTest(simulator, () => undici.request(INVOICES)).catch(String)
    await undici.request(INVOICES).catch(() => undefined)
    await fetch(INVOICES)
    server.close()
    expect(error).toContain(`${LEFT}msw does not see undici's own fetch and request`)
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining(`accounting-simulator: ${LEFT}msw does not see`)],
    ])
  })

  test.each(['that never listened', 'that was closed'])('names a server of msw %s', async (state) => {
    const error = await errorOf((simulator) => {
      const server = setupServer(...handlers(simulator))
      if (state === 'that was closed') {
        server.listen()
        server.close()
      }
      return fetch(INVOICES)
    })
    const why = "the global fetch is Node's own, as before listen() of an msw server. "
    expect(String(error)).toContain(`When it failed:\n  ${LEFT}${why}`)
    expect(String(error)).not.toContain('taken before msw')
  })

  test('is none, if a server of the simulator or a receiver has it, or if it is for others', async () => {
    const error = await errorOf(async (simulator) => {
      const server = await serve(simulator)
      expect((await fetch(`${server.url}/public/health/`)).status).toBe(401)
      await fetch('https://elsewhere.test/').catch(() => undefined)
      await server.close()
    })
    expect(error).toBeUndefined()
  })

  test('that its fetch did not get, though it is all there is', async () => {
    const simulator = createSimulator()
    const failing = (): Promise<unknown> => runTest(simulator, () => Promise.reject(new Error('mine')))
    await expect(failing()).rejects.toThrow(
      'When it failed:\n  the simulator got no request: was simulator.fetch handed to the client',
    )
    simulator.make.customer()
    await expect(failing()).rejects.toThrow(/^mine\n\nTimeline:/)
  })

  test('that no server got, though one is there', async () => {
    const simulator = createSimulator()
    const server = await serve(simulator)
    const failing = runTest(simulator, () => Promise.reject(new Error('mine')))
    await expect(failing).rejects.toThrow(
      `When it failed:\n  the simulator got no request: is ${server.url} the base URL of the client?`,
    )
    await server.close()
  })
})
