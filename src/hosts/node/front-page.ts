import type { Simulator } from '../../index'

/** The page at `/` of a server with controls: what this is, and how to begin. */
export function frontPage({ baseUrl, apiKey, clock }: Simulator): Response {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>accounting-simulator</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
pre { background: #8881; padding: 0.75rem; overflow-x: auto }</style>
<h1>accounting-simulator</h1>
<p>A simulated accounting-records service, for tests. Nothing here is real, and nothing leaves this machine.
Its clock says ${escaped(clock.now)}.</p>
<pre>curl -H 'X-API-KEY: ${escaped(apiKey)}' ${escaped(baseUrl)}/public/v1/customers/</pre>
<ul>
<li><a href="/__simulator/openapi">The service as OpenAPI 3.1</a></li>
<li><a href="/__simulator/traffic?format=text">The requests so far</a>, each with the reason of its response</li>
<li><a href="/__simulator/">All controls</a>: move the clock, inject faults, read records and books</li>
</ul>
</html>
`
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
