import { createSimulator, type Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { connect, get, HEADERS, type HintCase, HOOK, post, ready, register, sell } from './hint-steps'
import { TIME_CASES } from './time-hint-cases'
import { UNREAD } from './unread-case'

const hears = async (s: Simulator, options: { mayThrow?: boolean } = {}) => {
  await register(s)
  s.webhooks.connect(HOOK, () => Promise.reject('out of order'), options)
  sell(s)
  await s.webhooks.flush()
}

const ITEMS = '/public/v1/items/'
const failsOften = async (s: Simulator, times: number) => {
  s.faults.inject({ on: `GET ${ITEMS}`, then: { status: 503 }, times })
  await s.fetch(ITEMS)
}

export const CASES: readonly HintCase[] = [
  UNREAD,
  {
    hint: 'thrown',
    said: (s) => hears(s),
    text: `the receiver of ${HOOK} threw 'out of order'`,
    silent: [['a receiver that may throw', (s) => hears(s, { mayThrow: true })]],
  },
  {
    hint: 'partly',
    said: (s) => failsOften(s, 3),
    text: `fault 1 on GET ${ITEMS} hit 1 of 3 times`,
    silent: [
      ['a fault that was to hit once', (s) => failsOften(s, 1)],
      ['one without an end', (s) => failsOften(s, Number.POSITIVE_INFINITY)],
      [
        'one that was disarmed',
        async (s) => {
          await failsOften(s, 3)
          s.faults.clear()
        },
      ],
    ],
  },
  {
    hint: 'unfinished',
    said: async (s) => {
      await ready(s)
      sell(s)
      void s.webhooks.flush()
    },
    text: 'webhooks.flush() was still under way at 2026-01-15T09:00:00.000Z: is it awaited?',
    silent: [
      [
        'a flush that ended',
        async (s) => {
          await ready(s)
          sell(s)
          await s.webhooks.flush()
        },
      ],
    ],
  },
  {
    hint: 'due',
    said: async (s) => {
      await register(s)
      sell(s)
    },
    text: '1 webhook deliveries are due and not sent: await webhooks.flush() tries to',
    silent: [
      [
        'a delivery that is due later',
        async (s) => {
          await ready(s, 503)
          sell(s)
          await s.webhooks.flush()
        },
      ],
      [
        'a delivery that flush would not send',
        async (s) => {
          await register(s)
          s.webhooks.hold()
          sell(s)
        },
      ],
    ],
  },
  {
    hint: 'unregistered',
    said: connect,
    text: 'no webhook is registered below https://hooks.example.com/: POST /public/v2/webhooks/ registers a URL and its topics',
    silent: [
      ['a webhook without an event', (s) => ready(s)],
      [
        'a webhook of another organisation',
        async (s) => {
          connect(s)
          const headers = { ...HEADERS, 'X-API-KEY': s.organization('other').apiKey }
          const body = JSON.stringify({ url: HOOK, topics: ['core.invoice/created'] })
          await s.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
        },
      ],
    ],
  },
  {
    hint: 'succeeded',
    said: (s) => {
      connect(s)
      connect(s)
    },
    text: 'webhooks.connect was called again for https://hooks.example.com/: the later receiver took the place of the earlier one; to have both, give them two prefixes',
    silent: [
      [
        'a receiver whose forerunner was disconnected',
        (s) => {
          connect(s)()
          connect(s)
        },
      ],
      [
        'the same receiver, connected again',
        (s) => {
          const receiver = () => new Response()
          for (const _ of [1, 2]) s.webhooks.connect('https://hooks.example.com/', receiver)
        },
      ],
      [
        'two prefixes',
        (s) => {
          connect(s)
          s.webhooks.connect('https://other.example.com/', () => new Response())
        },
      ],
    ],
  },
  {
    hint: 'unsent',
    said: (s) => ready(s),
    text: `nothing was sent to the webhook at ${HOOK}, and nothing is due; its topics are core.invoice/created`,
    silent: [
      [
        'a webhook whose attempts were forgotten',
        async (s) => {
          await ready(s)
          sell(s)
          await s.clock.advance('40 days')
        },
      ],
      [
        'one that was switched off',
        async (s) => {
          connect(s)
          await post(s, `/public/v2/webhooks/${await register(s)}/`, { is_active: false }, 'PATCH')
        },
      ],
    ],
  },
  {
    hint: 'inactive',
    said: async (s) => {
      await ready(s, 400)
      for (const _ of [1, 2]) {
        sell(s)
        await s.clock.advance('6 days')
      }
    },
    text: `the webhook at ${HOOK} is inactive: the service disabled it at 2026-01-21T09:00:00.000Z; PATCH /public/v2/webhooks/{uuid}/ with { "is_active": true } reactivates it`,
    silent: [
      [
        'one that was reactivated',
        async (s) => {
          const path = `/public/v2/webhooks/${await register(s)}/`
          await post(s, path, { is_active: false }, 'PATCH')
          await post(s, path, { is_active: true }, 'PATCH')
        },
      ],
    ],
  },
  {
    hint: 'forgotten',
    said: async (s) => {
      await ready(s)
      sell(s)
      await s.clock.advance('40 days')
    },
    text: 'webhooks.attempts lacks 1 attempts, too old for the delivery log (docs/service.md §14.4)',
    silent: [
      [
        'attempts that a restore took back',
        async (s) => {
          await ready(s)
          const before = s.snapshot()
          sell(s)
          await s.webhooks.flush()
          s.restore(before)
        },
      ],
    ],
  },
  ...TIME_CASES,
  {
    hint: 'unused',
    said: (s) => void setupServer(...handlers(s)),
    text: "the handlers for msw have got no request: does their server listen, has no other one answered, and is https://accounting.test the client's base URL?",
    silent: [
      [
        'handlers that answered',
        async (s) => {
          const server = setupServer(...handlers(s))
          server.listen()
          await fetch('https://accounting.test/public/v1/items/', { headers: HEADERS })
          server.close()
        },
      ],
      ['a simulator without handlers', (s) => get(s)],
    ],
  },
  {
    hint: 'shadowed',
    said: (s) => withTwoServers(s, createSimulator()),
    text: 'the last request to https://accounting.test through msw was answered by another simulator: close the msw server that is no longer used, or give each simulator a baseUrl of its own',
    silent: [
      ['two servers with one simulator', (s) => withTwoServers(s, s)],
      ['servers of two origins', (s) => withTwoServers(s, createSimulator({ baseUrl: 'https://two.test' }))],
      [
        'one that answered afterwards',
        async (s) => {
          await withTwoServers(s, createSimulator())
          await withTwoServers(s, s)
        },
      ],
    ],
  },
]

/** The simulators behind a server each, and a request, which one of them answers. */
async function withTwoServers(one: Simulator, other: Simulator): Promise<void> {
  const servers = [setupServer(...handlers(one)), setupServer(...handlers(other))]
  for (const server of servers) server.listen({ onUnhandledRequest: 'bypass' })
  await fetch('https://accounting.test/public/v1/items/', { headers: HEADERS })
  for (const server of servers) server.close()
}
