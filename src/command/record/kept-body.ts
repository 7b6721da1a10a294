import zlib from 'node:zlib'
import { attempt } from '../../kernel/attempt'
import { codeOf } from '../../kernel/message-of'

/** Larger bodies are forwarded and not kept. */
const MOST_BYTES = 8 * 1024 * 1024

/** A body as the recording holds it. */
export interface HeldText {
  /** Null if there is none, or none that a text can hold. */
  readonly text: string | null
  /** The reason why the recording does not hold the whole body. */
  readonly notHeld?: string
}

export class KeptBody {
  #parts: Buffer[] = []
  #size = 0

  /** Bytes that have passed. */
  get size(): number {
    return this.#size
  }

  add(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= MOST_BYTES) this.#parts.push(part)
    else this.#parts = []
  }

  /** @param isWhole whether it came to its end */
  read(headers: ReadonlyMap<string, string>, isWhole: boolean): HeldText {
    if (this.#size > MOST_BYTES) return { text: null, notHeld: `it has more than ${MOST_BYTES} bytes` }
    const cut = isWhole ? {} : { notHeld: `it was cut off after ${this.#size} bytes` }
    if (this.#size === 0) return { text: null, ...cut }
    const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',')
    const read = decoded(Buffer.concat(this.#parts), codings.map((one) => one.trim()).reverse(), isWhole)
    if (typeof read === 'string') return { text: null, notHeld: read }
    const text = textOf(read, headers.get('content-type') ?? '', isWhole)
    return text === undefined ? { text: null, notHeld: 'its bytes are no text' } : { text, ...cut }
  }
}

const deflated = (isWhole: boolean) => ({
  maxOutputLength: MOST_BYTES,
  ...(!isWhole && { finishFlush: zlib.constants.Z_SYNC_FLUSH }),
})

const brotli = (isWhole: boolean) => ({
  maxOutputLength: MOST_BYTES,
  ...(!isWhole && { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
})

const DECODERS: Readonly<Record<string, (bytes: Buffer, isWhole: boolean) => Buffer>> = {
  gzip: (bytes, isWhole) => zlib.gunzipSync(bytes, deflated(isWhole)),
  'x-gzip': (bytes, isWhole) => zlib.gunzipSync(bytes, deflated(isWhole)),
  deflate: (bytes, isWhole) => zlib.inflateSync(bytes, deflated(isWhole)),
  br: (bytes, isWhole) => zlib.brotliDecompressSync(bytes, brotli(isWhole)),
}

/** The bytes without their codings, the last one first; a text says why they stay as they are. */
function decoded(bytes: Buffer, codings: readonly string[], isWhole: boolean): Buffer | string {
  let plain = bytes
  for (const coding of codings) {
    if (coding === '' || coding === 'identity') continue
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
    if (decode === undefined) return `its content-encoding is ${coding}`
    try {
      plain = decode(plain, isWhole)
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE')
        return `it has more than ${MOST_BYTES} bytes without its content-encoding`
      return `it is no ${coding}, as its content-encoding says`
    }
  }
  return plain
}

function textOf(bytes: Buffer, contentType: string, isWhole: boolean): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(contentType) ?? []
  return attempt(() => new TextDecoder(charset, { fatal: isWhole, ignoreBOM: true }).decode(bytes))
}
