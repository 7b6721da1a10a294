import type { Row } from '../../kernel/store'
import type { World } from '../world'

/** Deposits are billed to the account from which they are released (docs/service.md §12.1). */
export const releasesDeposit = ({ assumptions }: World, obligation: Row | undefined): boolean =>
  obligation?.recognition_strategy === 'deposit_release' &&
  assumptions.read('deposit-release-billing') === 'customer-deposits'
