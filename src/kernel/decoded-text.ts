import { attempt } from './attempt'

/** Decodes a text file that a person may have written on Windows, with a byte order mark or in UTF-16. */
export function decodedText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** Parses a JSON text; undefined for any other text. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))

/** Parses a JSON text; returns any other text unchanged. */
export function jsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
