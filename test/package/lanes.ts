export type Job = () => Promise<void>

/**
 * Does the jobs in their order, so many at a time. After a failure none begins any more.
 *
 * @throws the first failure, when all that had begun has ended.
 */
export async function inLanes(lanes: number, jobs: readonly Job[]): Promise<void> {
  const waiting = [...jobs]
  const lane = async (): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      try {
        await job()
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
