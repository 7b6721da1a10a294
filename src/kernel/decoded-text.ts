/**
 * The text of a file that a person wrote. Editors and shells of Windows put a mark of the byte order before UTF-8, or
 * write UTF-16.
 */
export function decodedText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
