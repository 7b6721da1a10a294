import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from './bundled'
import { temporaryFolder } from './temporary-folder'

export interface Answer {
  readonly summary: string
  readonly next?: string
  readonly data?: Record<string, unknown>
}

/** The command, for the tests of a file, and clients of the official SDK. */
export function agents() {
  const folder = temporaryFolder()
  let client: Client | undefined
  let shared: ReturnType<typeof opened> | undefined
  beforeAll(async () => {
    mkdirSync(join(folder, 'dist'))
    await bundlePrograms(join(folder, 'dist'), commands)
    symlinkSync(fileURLToPath(new URL('../../docs', import.meta.url)), join(folder, 'docs'))
  }, 60_000)
  afterEach(async () => {
    await client?.close()
  })
  afterAll(async () => {
    await (await shared)?.connection.close()
  })

  async function connected(...options: string[]) {
    const made = await opened(...options)
    client = made.connection
    return made
  }

  /** One server for all calls of a file that change nothing. */
  function together(): ReturnType<typeof opened> {
    shared ??= opened()
    return shared
  }

  /** The client checks each answer against the schema that its tool declares. */
  async function opened(...options: string[]) {
    const args = [join(folder, 'dist/node-command.js'), 'mcp', ...options]
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' })
    const connection = new Client({ name: 'a test', version: '1.0.0' })
    await connection.connect(transport)
    await connection.listTools()
    const call = async (name: string, given: object = {}) => {
      const result = await connection.callTool({ name, arguments: given as Record<string, unknown> })
      const [{ text } = { text: '' }] = result.content as { text: string }[]
      return { ...(result.structuredContent as unknown as Answer), text, isError: result.isError === true }
    }
    return { connection, transport, call }
  }
  return { folder, connected, together }
}
