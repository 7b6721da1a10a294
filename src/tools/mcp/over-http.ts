import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { mcpServer } from './server'
import { controlThrough, type ToolContext } from './tool'

export interface McpTarget extends Pick<ToolContext, 'url' | 'documentation'> {
  /** Answers requests to the service and, with the token, to the controls. */
  fetch(request: Request): Promise<Response>
  /** Reads the message. A Response refuses one that is too long or too costly to parse. */
  read(request: Request): Promise<{ readonly message: unknown } | Response>
  /** Runs the work of a message when the team's turn comes, and counts its cost. */
  inTurn(piece: () => Promise<Response>): Promise<Response>
}

/** Answers one message of an agent. It is stateless, so a sandbox may be evicted between two messages. */
export async function answerAgent(
  request: Request,
  { url, documentation, fetch, read, inTurn }: McpTarget,
): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? ''
  const asked = await fetch(new Request(`${url}/__simulator/`, { headers: { authorization } }))
  if (!asked.ok) return asked
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  const isJson = request.headers.get('content-type')?.includes('application/json') ?? false
  const sent = isJson ? await read(request) : undefined
  if (sent instanceof Response) return sent
  return inTurn(async () => {
    const control = controlThrough(fetch, { authorization })
    const server = mcpServer({ url, documentation, fetch, control, world: undefined })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, sent && { parsedBody: sent.message })
    } finally {
      await server.close()
    }
  })
}
