interface Bytes {
  readonly bytes: Uint8Array
  /** True if the body was longer. */
  readonly isCut: boolean
}

/**
 * Reads a body up to a limit, and cancels the rest. When the signal aborts, it rejects with the signal's
 * reason, or keeps the bytes that have arrived.
 */
export async function readBytes(
  message: Request | Response,
  limit: number,
  signal: AbortSignal | undefined,
  whenAborted: 'reject' | 'keep',
): Promise<Bytes> {
  const { body } = message
  // Some hosts have no streams; their bodies are in memory already.
  if (body === undefined) return cut(new Uint8Array(await message.arrayBuffer()), limit)
  if (body === null) return { bytes: new Uint8Array(), isCut: false }
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  const aborted = abortOf(signal)
  let size = 0
  try {
    while (size <= limit) {
      const read = await Promise.race([reader.read(), aborted.happens])
      if (read === undefined && whenAborted === 'reject') throw signal?.reason
      if (read?.done) return { bytes: joined(chunks, size), isCut: false }
      if (read === undefined) break
      chunks.push(read.value)
      size += read.value.length
    }
  } finally {
    aborted.forget()
    // Not awaited, because the other side may never react.
    reader.cancel().catch(() => undefined)
  }
  return { bytes: cut(joined(chunks, size), limit).bytes, isCut: true }
}

/** Resolves when the signal aborts. */
function abortOf(signal: AbortSignal | undefined) {
  let abort = (): void => undefined
  const happens = new Promise<undefined>((resolve) => {
    abort = () => resolve(undefined)
  })
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return { happens, forget: () => signal?.removeEventListener('abort', abort) }
}

const cut = (bytes: Uint8Array, limit: number): Bytes =>
  bytes.length > limit ? { bytes: bytes.slice(0, limit), isCut: true } : { bytes, isCut: false }

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1) return first
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
