import { expect, it, vi } from 'vitest'
import { Controls } from '../../src/tools/inspector/port'
import { TimelineSource } from '../../src/tools/inspector/timeline-source'

const ENTRIES = Array.from({ length: 4500 }, (_, at) => ({
  sequence: at + 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'note',
}))

/** A simulator that does not answer the first so many questions for earlier entries. */
function source(failures: number) {
  let left = failures
  let tell: () => void = () => undefined
  const asked = (): Promise<void> =>
    new Promise((resolve) => {
      tell = resolve
    })
  const controls = new Controls(async ({ url }) => {
    const { searchParams } = new URL(url)
    const last = searchParams.get('last')
    if (last !== null) return Response.json(ENTRIES.slice(-Number(last)))
    const since = Number(searchParams.get('since'))
    if (since === 0 && left > 0) {
      left -= 1
      setTimeout(tell)
      throw new Error('offline')
    }
    return Response.json(ENTRIES.slice(since, since + Number(searchParams.get('limit'))))
  })
  return {
    timeline: new TimelineSource(
      controls,
      () => undefined,
      () => tell(),
    ),
    asked,
  }
}

it.each([0, 1, 2])(
  'earlier entries are asked for again after %i failures, and nothing is thrown',
  async (failures) => {
    const { timeline, asked } = source(failures)
    for (let reading = 0; reading < failures; reading += 1) {
      const over = asked()
      expect(await timeline.lines()).toHaveLength(500)
      await over
    }
    const grown = asked()
    await timeline.lines()
    await grown
    expect(await timeline.lines()).toHaveLength(ENTRIES.length)
  },
)

it('earlier entries are read while a test holds the timers of the page', async () => {
  const { timeline, asked } = source(0)
  vi.useFakeTimers()
  const grown = asked()
  await timeline.lines()
  await grown
  vi.useRealTimers()
  expect(await timeline.lines()).toHaveLength(ENTRIES.length)
})
