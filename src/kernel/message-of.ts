/** The message of an error, or of whatever else was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The message of a fetch error is vague and differs by platform. Its cause does not, and may be of another realm. */
export function withCause(thrown: unknown): string {
  const { code, message } = Object((thrown as { cause?: unknown } | null)?.cause) as {
    [name: string]: unknown
  }
  const why = [code, message].find((one) => typeof one === 'string')
  return messageOf(thrown) + (why ? ` (${why})` : '')
}

/** The `code` of an error of Node, such as ENOENT. */
export const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
