import type { UploadedPart, WireBody, WireRequest } from './wire'

/** The request without a look at its body, or undefined when it may have one. */
export function bodilessRequest(request: Request): WireRequest | undefined {
  const method = request.method.toUpperCase()
  // Some hosts do not have `body`; theirs is asked for by reading it.
  if (method !== 'GET' && method !== 'HEAD' && request.body !== null) return undefined
  return wireRequest(request, method, { kind: 'none' })
}

/** The request with its whole body. Never rejects: what cannot be read is said in the body's place. */
export async function readRequest(request: Request): Promise<WireRequest> {
  return wireRequest(request, request.method.toUpperCase(), await readBody(request))
}

function wireRequest({ url, headers }: Request, method: string, body: WireBody): WireRequest {
  const parsed = new URL(url)
  if (parsed.hash !== '') parsed.hash = ''
  return { method, url: parsed, headers, body }
}

async function readBody(request: Request): Promise<WireBody> {
  try {
    if (/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
      return { kind: 'multipart', parts: await readParts(request) }
    }
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length === 0 ? { kind: 'none' } : { kind: 'bytes', bytes }
  } catch (error) {
    return { kind: 'unreadable', problem: error instanceof Error ? error.message : String(error) }
  }
}

async function readParts(request: Request): Promise<UploadedPart[]> {
  const parts: UploadedPart[] = []
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') {
      parts.push({ name, filename: undefined, type: '', bytes: new TextEncoder().encode(value) })
    } else {
      const bytes = new Uint8Array(await value.arrayBuffer())
      parts.push({ name, filename: value.name, type: value.type, bytes })
    }
  }
  return parts
}
