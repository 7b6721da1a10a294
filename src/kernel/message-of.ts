/** The message of an error, or the text of any other thrown value. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Adds the cause to the message, because the message of a fetch error is vague and differs by platform. */
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
