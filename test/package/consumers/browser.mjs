import assert from 'node:assert/strict'
import { createSimulator } from 'accounting-simulator'
import { startInBrowser } from 'accounting-simulator/browser'
import { openInspector } from 'accounting-simulator/inspector'
import { serve } from 'accounting-simulator/node'
import 'accounting-simulator/storybook'

// Entries for browsers can be imported in Node, and say what they need.
await assert.rejects(startInBrowser(), /needs a page/)
assert.throws(() => openInspector(() => {}), /needs a page/)

// The built panel is served with every part that it loads.
const server = await serve(createSimulator(), { controls: true, ui: true })
const text = async (path) => {
  const response = await fetch(`${server.url}/__simulator/ui/${path}`)
  assert.equal(response.status, 200, path)
  return response.text()
}
const entry = await text('inspector.js')
const parts = [...entry.matchAll(/["']\.\/([\w-]+\.js)["']/g)].map(([, name]) => name)
assert.ok(parts.length > 0)
for (const part of parts) {
  const source = await text(part)
  for (const [, name] of source.matchAll(/["']\.\/((?:panel|chunk)-[\w-]+\.js)["']/g)) await text(name)
}
await server.close()
