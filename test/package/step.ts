/** Does a step and tells that it went well. */
export async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  await work()
  process.stdout.write(`ok  ${title}\n`)
}
