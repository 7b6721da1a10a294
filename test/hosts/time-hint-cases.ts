import { linkFakeTimers, withVirtualTime } from 'accounting-simulator/time'
import { vi } from 'vitest'
import { get, type HintCase, recur, tooMany } from './hint-steps'

/** Of waits, the clock and timers. */
export const TIME_CASES: readonly HintCase[] = [
  {
    hint: 'givenUp',
    said: async (s) => {
      tooMany(s)
      await get(s)
    },
    text: '#1 GET /public/v1/items/ got status 429, and no equal request followed',
    silent: [
      [
        'a repetition with another key',
        async (s) => {
          const { key } = s.admin.keys.issue()
          s.faults.inject({ then: { status: 429, retryAfter: 5 } })
          await get(s)
          await get(s, key)
        },
      ],
    ],
  },
  {
    hint: 'waiting',
    said: async (s) => {
      tooMany(s)
      await get(s)
    },
    text: "the clock has stood still since #1 (429), whose Retry-After ends at 2026-01-15T09:00:05.000Z. If the client waits in real time: useSimulator({ time: 'virtual' }) or withVirtualTime(simulator, run), see docs/your-client-sleeps.md",
    silent: [
      [
        'a clock that moved',
        async (s) => {
          tooMany(s)
          await get(s)
          await s.clock.advance('1 second')
        },
      ],
      [
        'a client that came again, with another answer',
        async (s) => {
          tooMany(s)
          await get(s)
          await get(s)
        },
      ],
      [
        'a program on virtual time',
        async (s) => {
          tooMany(s)
          await withVirtualTime(s, () => get(s))
        },
      ],
      [
        'linked fake timers',
        async (s) => {
          tooMany(s)
          vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
          linkFakeTimers(s, vi)
          await get(s)
        },
      ],
      [
        'a failure without Retry-After',
        async (s) => {
          s.faults.inject({ then: { status: 503 } })
          await get(s)
        },
      ],
      [
        'a clock that moves by itself',
        async (s) => {
          tooMany(s)
          await get(s)
        },
      ],
    ],
  },
  {
    hint: 'standing',
    said: recur,
    text: 'the clock stands at 2026-01-15T09:00:00.000Z; next is recurrence of recurringInvoices 1, at 2026-02-01T00:00:00.000Z: advance the clock',
    silent: [
      [
        'a clock that moved',
        async (s) => {
          recur(s)
          await s.clock.advance('1 day')
        },
      ],
      ['a clock that moves by itself', (s) => recur(s)],
    ],
  },
  {
    hint: 'unlinked',
    said: () => vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }),
    text: 'fake timers are installed and not linked with the simulator: linkFakeTimers(simulator, vi) of accounting-simulator/time moves both clocks together',
    silent: [
      [
        'timers that are linked',
        (s) => {
          vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
          linkFakeTimers(s, vi)
        },
      ],
      [
        'timers that are real again',
        () => {
          vi.useFakeTimers()
          vi.useRealTimers()
        },
      ],
    ],
  },
]
