import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from 'accounting-simulator/node'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'
import { longStory } from './long-story'

const PRISM = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url))
/** Prism needs a while to read a large document. */
const PATIENCE = 120_000

/**
 * Tells a long story through prism's validating proxy, which answers 500 to whatever the document does not
 * allow in an answer. How many answers it passed on.
 */
export async function tellThroughPrism(document: string): Promise<number> {
  const ground = groundOf(everything)
  const server = await serve(ground.simulator)
  const port = await freePort()
  const prism = spawn(
    PRISM,
    [
      'proxy',
      document,
      server.url,
      '--errors',
      '--validate-request=false',
      '-h',
      '127.0.0.1',
      '-p',
      `${port}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  try {
    await listening(prism)
    return await longStory(ground, `http://127.0.0.1:${port}`)
  } finally {
    prism.kill()
    await server.close()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function listening(prism: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`prism did not start:\n${said}`))
    const patience = setTimeout(fail, PATIENCE)
    const hear = (chunk: Buffer): void => {
      said += chunk
      if (!said.includes('Prism is listening')) return
      clearTimeout(patience)
      resolve()
    }
    prism.stdout?.on('data', hear)
    prism.stderr?.on('data', hear)
    prism.on('exit', fail)
  })
}
