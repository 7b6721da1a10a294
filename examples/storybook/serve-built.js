import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves the built Storybook below a path. */
export async function serveBuilt(folder = '/') {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname
    const file = join('storybook-static', path.slice(folder.length) || 'index.html')
    if (!path.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${server.address().port}${folder}`, close: () => server.close() }
}
