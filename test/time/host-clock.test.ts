import { createSimulator } from 'accounting-simulator'
import { afterEach, expect, test, vi } from 'vitest'

const HOUR = 3_600_000
const headers = { 'X-API-KEY': 'test-api-key' }

afterEach(() => {
  vi.restoreAllMocks()
})

test('a live clock runs on when the host sets its clock back', async () => {
  let host = Date.UTC(2026, 0, 15, 9)
  vi.spyOn(Date, 'now').mockImplementation(() => host)
  using simulator = createSimulator({ clock: 'live' })
  // Real milliseconds pass on a loaded machine.
  const toSeconds = () => simulator.clock.now.slice(0, 19)
  const call = async () => (await simulator.fetch('/public/health/', { headers })).status
  for (let time = 0; time < 10; time += 1) expect(await call()).toBe(200)
  expect(await call()).toBe(429)

  host -= HOUR
  expect(toSeconds()).toBe('2026-01-15T09:00:00')
  host += 5000
  expect(toSeconds()).toBe('2026-01-15T09:00:05')
  expect(await call()).toBe(200)

  host += HOUR
  expect(toSeconds()).toBe('2026-01-15T10:00:05')
})
