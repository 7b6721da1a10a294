import { tryAgain } from '../../engine/record-timers'
import type { AdminScope } from './admin-scope'

/** Makes a change that may remove an obstacle. Then retries waiting work at once (docs/service.md §11.4). */
export function changeThenRetry({ world, ensureOrganization }: AdminScope, change: () => unknown): void {
  change()
  tryAgain({ world, organization: ensureOrganization() })
}
