/** Something that people use instead, this library first. */
export interface Rival {
  readonly name: string
  readonly install: readonly string[]
  /** What a fair reader has to know. */
  readonly note: string
}

export const RIVALS: readonly Rival[] = [
  {
    name: 'accounting-simulator',
    install: ['msw@2'],
    note: 'Through msw, with all limits on for the behaviour.',
  },
  {
    name: 'msw by hand',
    install: ['msw@2'],
    note: 'Three handlers over a table, as many write them; whoever needs more writes more.',
  },
  {
    name: '@msw/data',
    install: ['@msw/data@1', 'msw@2', 'zod@4'],
    note: 'A store behind three handlers; it claims no HTTP behaviour.',
  },
  {
    name: 'json-server',
    install: ['json-server@0.17'],
    note: 'In memory, over HTTP. It sleeps on purpose, a millisecond or more for each request.',
  },
  {
    name: 'Prism',
    install: ['@stoplight/prism-cli@~5.14'],
    note: 'Over HTTP, on the OpenAPI document of this library. It answers examples and never claimed state.',
  },
  {
    name: 'Mockoon',
    install: ['@mockoon/cli@9'],
    note: 'CRUD routes over HTTP. Each request passes two timers on purpose.',
  },
  {
    name: 'emulate',
    install: ['emulate@0.12.2'],
    note: 'Its Stripe, over HTTP. Limits follow GitHub: 5,000 an hour.',
  },
  {
    name: 'stripe-stateful-mock',
    install: ['stripe-stateful-mock'],
    note: 'Its Stripe, over HTTP. It claims neither webhooks nor limits.',
  },
]
