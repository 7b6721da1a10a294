/** A variable of the environment of this process; undefined in browsers. */
export const environment = (name: string): string | undefined => globalThis.process?.env?.[name]

/**
 * Appends lines of JSON to a file of this thread in a folder. Each is written at once, so that nothing is lost however
 * the process ends. Undefined where there are no files.
 */
export function jsonLinesIn(folder: string): ((line: object) => void) | undefined {
  const { pid, getBuiltinModule: builtin } = globalThis.process ?? {}
  const files = builtin?.('node:fs')
  const threads = builtin?.('node:worker_threads')
  if (!files || !threads) return undefined
  const file = `${folder}/${pid}-${threads.threadId}.jsonl`
  return (line) => files.appendFileSync(file, `${JSON.stringify(line)}\n`)
}
