import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** What the project has mocked before it knew the simulator. */
export const server = setupServer(http.get('https://rates.example.com/usd', () => HttpResponse.text('1.25')))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
