import { HostAnswer, overQuota } from './quotas'
import { StorageError } from './storage'

/** The answer to a request whose writes could not be stored. */
export function answerTo(error: unknown): Response {
  if (!(error instanceof StorageError)) throw error
  if (error.isFull)
    return overQuota(507, 'storage', 'there is no room left on this host; nothing was written')
  return new HostAnswer(
    503,
    { error: `the storage failed, and nothing was written: ${error.message}` },
    { 'retry-after': '1' },
  )
}
