import { HostAnswer, overQuota } from './quotas'
import { HostError, StorageError } from './storage'

/** The response to a request whose writes could not be stored. */
export function answerTo(error: unknown): Response {
  if (!(error instanceof StorageError)) throw error
  if (error.isFull)
    return overQuota(507, 'storage', 'there is no room left on this host; nothing was written')
  const why = error instanceof HostError ? '' : 'the storage failed, and nothing was written: '
  return new HostAnswer(503, { error: why + error.message }, { 'retry-after': '1' })
}
