import type { WireBody } from '../../events/traffic/wire-message'
import { platform } from '../../host-time/platform'
import { attempt } from '../../kernel/attempt'

interface Bytes {
  readonly bytes: Uint8Array
  /** True if the body was longer than the limit. */
  readonly isCut: boolean
}

/** Reads a body up to a limit and cancels the rest. An abort rejects, or keeps the bytes so far. */
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
  let size = 0
  let isOver = false
  let stopListening: (() => void) | undefined
  try {
    while (size <= limit && !signal?.aborted) {
      const reading = reader.read()
      if (signal && !stopListening && !(await arrivesAtOnce(reading)))
        stopListening = cancelWhenAborted(reader, signal)
      const { done, value } = await reading
      isOver = done
      if (done) break
      chunks.push(value)
      size += value.length
    }
  } catch (error) {
    // An abort also ends the body of a fetch with an error. `whenAborted` decides below.
    if (!signal?.aborted) throw error
  } finally {
    stopListening?.()
    // Not awaited, because the other side may never react.
    if (!isOver) reader.cancel().catch(() => undefined)
  }
  if (signal?.aborted && whenAborted === 'reject') throw signal.reason
  if (isOver && !signal?.aborted) return { bytes: joined(chunks, size), isCut: false }
  return { bytes: cut(joined(chunks, size), limit).bytes, isCut: true }
}

/** The most microtasks that a body in memory takes to arrive. */
const AT_ONCE = 24

/** True if a chunk arrives in this turn. No abort can come in between, so the costly listener is spared. */
async function arrivesAtOnce(reading: Promise<unknown>): Promise<boolean> {
  let hasArrived = false
  const arrive = (): void => {
    hasArrived = true
  }
  reading.then(arrive, arrive)
  for (let turn = 0; turn < AT_ONCE && !hasArrived; turn += 1) await null
  return hasArrived
}

function cancelWhenAborted(reader: ReadableStreamDefaultReader, signal: AbortSignal): () => void {
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return () => signal.removeEventListener('abort', cancel)
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

const utf8 = new platform.TextDecoder('utf-8', { fatal: true })

/** A body of bytes with its text, decoded once for everything that reads it. */
export const textBody = (bytes: Uint8Array): WireBody => ({
  kind: 'bytes',
  bytes,
  text: attempt(() => utf8.decode(bytes)),
})
