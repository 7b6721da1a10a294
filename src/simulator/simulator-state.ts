import type { AssumptionOverrides } from '../assumptions/index'
import { anyObject, members, oneOfNames, orElse, orUndefined } from '../errors/reader'
import type { CoveredFacts } from '../events/coverage/covered-facts'
import type { Mark, Store } from '../kernel/store'
import type { Faults } from '../service/http/faults/faults'
import type { Targets } from '../service/webhooks/targets'
import type { Settings } from '../worlds/options/settings'
import type { Hosting } from './hosting'

/** A saved state of a simulator, made by `snapshot()` for `restore()`. */
export interface Snapshot {
  /** The position in the history. */
  readonly mark: Mark
}

/** @internal A copy of the state for `goTo`. */
export interface KeptState {
  readonly store: Store
  readonly faults: Faults['fates']['all']
}

/** The state and the connections that a fork starts with. */
export interface Inherited {
  readonly store: Store
  readonly faults: Faults
  readonly targets: Targets
  /** Absent in a copy that no host serves. */
  readonly hosting?: Hosting
  /** A fork records into its original's facts. */
  readonly facts?: CoveredFacts
}

export interface ForkOptions {
  /** 'shared' also shares later webhook connections; 'own' starts with a copy. @default 'shared' */
  readonly wiring?: 'shared' | 'own'
  /** Assumptions to override in the fork, as in the options of `createSimulator`. */
  readonly assumptions?: AssumptionOverrides
}

export const readForkOptions = orElse(
  members({ wiring: orElse(oneOfNames(['shared', 'own']), 'shared'), assumptions: orUndefined(anyObject) }),
  { wiring: 'shared' },
)

export const readExportOptions = orElse(
  members({ faults: orElse(oneOfNames(['refuse', 'leave-out']), 'refuse') }),
  { faults: 'refuse' },
)

/** @internal The differences between a fork and its original. */
export interface ForkSettings extends Partial<Pick<Settings, 'purpose' | 'test'>> {
  readonly assumptions?: AssumptionOverrides | undefined
}

/** The settings of a fork. Only the original wakes the host. */
export const forkSettings = (settings: Settings, { assumptions, ...own }: ForkSettings): Settings => ({
  ...settings,
  host: settings.host && { ...settings.host, wakeAt: () => undefined },
  assumptions: { ...settings.assumptions, ...assumptions },
  ...own,
})
