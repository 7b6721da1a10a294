import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { setupServer } from 'msw/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { playStory, type Seen } from './play'
import { story } from './story'

/** The doors to a simulator; each tells what its client saw and how the simulator's own timeline reads. */
const doors = {
  async direct() {
    const simulator = createSimulator()
    const seen = await playStory(simulator.baseUrl, (url, init) => simulator.fetch(new Request(url, init)))
    return { seen, timeline: String(simulator.traffic) }
  },
  async msw() {
    const simulator = createSimulator()
    const server = setupServer(...handlers(simulator))
    server.listen({ onUnhandledRequest: 'error' })
    const seen = await playStory(simulator.baseUrl, fetch).finally(() => server.close())
    return { seen, timeline: String(simulator.traffic) }
  },
  async http() {
    const simulator = createSimulator()
    const server = await serve(simulator)
    const seen = await playStory(server.url, fetch).finally(() => server.close())
    return { seen, timeline: String(simulator.traffic) }
  },
}

describe('one story through every door', () => {
  const told = {} as Record<keyof typeof doors, { seen: Seen[]; timeline: string }>

  beforeAll(async () => {
    told.direct = await doors.direct()
    told.msw = await doors.msw()
    told.http = await doors.http()
  })

  it.each(story.map((step, index) => ({ ...step, index })))('$title: $status', ({ index, status }) => {
    const direct = told.direct.seen[index]
    expect(direct?.status, direct?.body).toBe(status)
    expect(told.msw.seen[index]).toEqual(direct)
    expect(told.http.seen[index]).toEqual(direct)
  })

  it('reads the same in the timeline', () => {
    expect(told.msw.timeline).toBe(told.direct.timeline)
    expect(told.http.timeline).toBe(told.direct.timeline)
  })
})
