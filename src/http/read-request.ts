import type { UploadedPart, WireBody, WireRequest } from './wire-message'

/** The request if it cannot have a body, else undefined. @throws the signal's reason if it was aborted */
export function bodilessRequest(request: Request): WireRequest | undefined {
  refuseAborted(request)
  const method = request.method.toUpperCase()
  // Some hosts have no `body`: it has to be read to find out.
  if (method !== 'GET' && method !== 'HEAD' && request.body !== null) return undefined
  return wireRequest(request, method, { kind: 'none' })
}

/** The request with its whole body, which is 'unreadable' if reading fails. Rejects only if it was aborted. */
export async function readRequest(request: Request): Promise<WireRequest> {
  const body = await readBody(request)
  refuseAborted(request)
  return wireRequest(request, request.method.toUpperCase(), body)
}

function refuseAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
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
