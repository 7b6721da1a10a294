import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { bundle, MSW, type MswMajor } from './bundle'

export interface SiteOptions {
  readonly entry: string
  readonly msw?: MswMajor
  /** The state of msw's worker script. 'html': the dev server's page for unknown paths. */
  readonly worker?: 'there' | 'missing' | 'html'
  readonly csp?: string
  /** Folder of the page and the worker script. */
  readonly folder?: string
}

/** A web site on a port of this machine. */
export interface Site {
  readonly url: string
  readonly port: number
  /** Paths that reached the server, besides the page's own files: requests that escaped. */
  readonly escaped: string[]
  close(): void
}

const scriptOf = (major: MswMajor): string =>
  readFileSync(
    fileURLToPath(new URL(`../../../node_modules/${MSW[major]}/lib/mockServiceWorker.js`, import.meta.url)),
    'utf8',
  )

const PAGE = (folder: string): string =>
  `<!doctype html><html lang="en"><title>loading</title><script type="module" src="${folder}page.js"></script></html>`

const bundles = new Map<string, ReturnType<typeof bundle>>()

export async function openSite(options: SiteOptions): Promise<Site> {
  const { entry, msw = 2, worker = 'there', csp, folder = '/' } = options
  const key = `${entry} ${msw}`
  const building = bundles.get(key) ?? bundle(entry, msw)
  bundles.set(key, building)
  const files = await building
  const escaped: string[] = []
  const server = createServer(({ url = '/', method }, response) => {
    const path = url.replace(/[?#].*/, '')
    const send = (status: number, type: string, body: string | Uint8Array): void => {
      response.writeHead(status, {
        'content-type': type,
        ...(csp !== undefined && { 'content-security-policy': csp }),
      })
      response.end(body)
    }
    const script = files.get(`/${path.slice(folder.length)}`)
    if (path.startsWith(folder) && script) send(200, 'text/javascript', script)
    else if (path === `${folder}mockServiceWorker.js` && worker === 'there')
      send(200, 'text/javascript', scriptOf(msw))
    else if (path.endsWith('mockServiceWorker.js') && worker !== 'html') send(404, 'text/plain', 'not found')
    else if (path === '/favicon.ico') send(204, 'text/plain', '')
    else if (path.startsWith('/public/')) {
      escaped.push(`${method} ${path}`)
      send(404, 'text/plain', 'escaped')
    } else send(200, 'text/html', PAGE(folder))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}${folder}`,
    port,
    escaped,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
