import type { View, ViewContext } from './view'
import { assumptionsView } from './views/assumptions'
import { clockView } from './views/clock'
import { faultsView } from './views/faults'
import { limitsView } from './views/limits'
import { nowView } from './views/now'
import { recordsView } from './views/records'
import { scenariosView } from './views/scenarios'
import { snapshotsView } from './views/snapshots'
import { timelineView } from './views/timeline'
import { trialBalanceView } from './views/trial-balance'
import { webhooksView } from './views/webhooks'

/** The tabs, in order. */
export const VIEWS: readonly ((context: ViewContext) => View)[] = [
  nowView,
  timelineView,
  clockView,
  webhooksView,
  recordsView,
  trialBalanceView,
  limitsView,
  faultsView,
  scenariosView,
  snapshotsView,
  assumptionsView,
]
