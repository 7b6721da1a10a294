// The tools for coding agents, in the words of the protocol: the official SDK is not installed here.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

assert.equal(existsSync('node_modules/@modelcontextprotocol'), false)
const child = spawn('node', ['node_modules/accounting-simulator/dist/node-command.js', 'mcp'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let id = 0
async function ask(method, params) {
  id += 1
  send({ id, method, params })
  const { value } = await lines.next()
  const { result, error } = JSON.parse(value)
  assert.equal(error, undefined)
  return result
}

await ask('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a consumer', version: '1.0.0' },
})
send({ method: 'notifications/initialized' })
const { tools } = await ask('tools/list')
assert.equal(tools.length, 14)
const { structuredContent } = await ask('tools/call', { name: 'operations', arguments: { section: '10' } })
assert.match(structuredContent.data.rules, /^## 10 Idempotency/)
child.stdin.end()
const [code] = await new Promise((resolve) => child.once('exit', (...given) => resolve(given)))
assert.equal(code, 0)
