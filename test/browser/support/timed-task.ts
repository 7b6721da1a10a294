import { expect } from 'vitest'

const AT_MOST_MILLISECONDS = 60_000

/** Does a task as somebody would, tells how long it took, and expects that it took no more than a minute. */
export async function timedTask(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now()
  await work()
  const took = performance.now() - begin
  console.log(`${(took / 1000).toFixed(1)} s: ${name}`)
  expect(took, name).toBeLessThan(AT_MOST_MILLISECONDS)
}
