import { attempt } from './attempt'

/** The text of a file that a person wrote: Windows puts a byte order mark before UTF-8, or writes UTF-16. */
export function decodedText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** The value of a JSON text; undefined for any other text. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))

/** The value of a JSON text; any other text is returned as it is. */
export function jsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
