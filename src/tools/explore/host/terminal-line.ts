/**
 * Writes one line over the last one, if somebody watches a terminal; an empty one takes it away. Undefined elsewhere:
 * logs of continuous integration keep each line.
 */
export function terminalLine(): ((text: string) => void) | undefined {
  const { stderr, env } = process
  return stderr?.isTTY && !env.CI ? (text) => void stderr.write(`\r\x1b[K${text}`) : undefined
}
