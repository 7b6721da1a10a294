import type { Project } from './project'
import { unheard, unseen, withVitest } from './vitest'

const BASE = ['vitest@4', 'msw@2']

/** Programs with one client each, in vitest 4. */
export const CLIENTS: readonly Project[] = [
  withVitest({
    name: 'axios, http',
    client: 'axios',
    words: { ADAPTER: 'http' },
    packages: [...BASE, 'axios@1'],
    past: [unheard('axios-http2')],
  }),
  withVitest({
    name: 'axios, fetch',
    client: 'axios',
    words: { ADAPTER: 'fetch' },
    packages: [...BASE, 'axios@1'],
    past: [unheard('axios-http2')],
  }),
  withVitest({
    name: 'axios, XMLHttpRequest of jsdom',
    client: 'axios',
    words: { ADAPTER: 'xhr' },
    test: { environment: 'jsdom' },
    packages: [...BASE, 'axios@1', 'jsdom'],
    past: [unheard('axios-http2')],
  }),
  withVitest({
    name: 'axios, XMLHttpRequest of happy-dom',
    client: 'axios',
    words: { ADAPTER: 'xhr' },
    test: { environment: 'happy-dom' },
    packages: [...BASE, 'axios@1', 'happy-dom@20'],
    past: [unheard('axios-http2')],
  }),
  withVitest({
    name: 'got',
    client: 'got',
    words: { HTTP2: 'false' },
    packages: [...BASE, 'got@14'],
    past: [unheard('got', { HTTP2: 'true' })],
  }),
  withVitest({
    name: 'ky',
    client: 'ky',
    packages: [...BASE, 'ky@1', 'undici@7'],
    past: [unseen('undici-request')],
  }),
  ...[2, 3].map((version) =>
    withVitest({
      name: `node-fetch ${version}`,
      client: 'node-fetch',
      packages: [...BASE, `node-fetch@${version}`, 'undici@7'],
      past: [unseen('undici-request')],
    }),
  ),
  withVitest({
    name: 'superagent',
    client: 'superagent',
    packages: [...BASE, 'superagent@10', 'undici@7'],
    past: [unseen('undici-request')],
  }),
  withVitest({ name: 'node:http', client: 'node-http', past: [unheard('http2')] }),
  ...(['undici-fetch', 'undici-request'] as const).map((client) =>
    withVitest({
      name: `undici's ${client.slice('undici-'.length)}`,
      by: '`serve(simulator)`',
      client,
      door: 'serve',
      past: [unseen(client)],
    }),
  ),
]
