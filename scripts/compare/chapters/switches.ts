import type { SimulatorOptions } from 'accounting-simulator'
import { assetSwitches } from '../../../test/assumptions/asset-switches'
import { contractSwitches } from '../../../test/assumptions/contract-switches'
import { recognitionSwitches } from '../../../test/assumptions/recognition-switches'
import { recordSwitches } from '../../../test/assumptions/record-switches'
import type { SwitchStories } from '../../../test/assumptions/switch-story'
import { timeSwitches } from '../../../test/assumptions/time-switches'
import { version3Switches } from '../../../test/assumptions/version-3-switches'
import { wireSwitches } from '../../../test/assumptions/wire-switches'
import type { Stage } from '../stage'

const STORIES: SwitchStories = {
  ...recordSwitches,
  ...wireSwitches,
  ...timeSwitches,
  ...recognitionSwitches,
  ...assetSwitches,
  ...contractSwitches,
  ...version3Switches,
}

/** Every switch that both builds have, with every value that its story is told for. */
export async function switches(stage: Stage): Promise<void> {
  for (const [id, { tell, seen }] of Object.entries(STORIES))
    for (const [value] of seen) {
      const assumptions = { [id]: value } as NonNullable<SimulatorOptions['assumptions']>
      if (!stage.isInBoth(assumptions)) continue
      const simulator = stage.open({ assumptions, rateLimits: {}, webhooks: { patience: 20 } })
      await stage.tryAsync(async () => tell({ simulator, send: stage.sendTo(simulator) }))
      await stage.conclude(simulator)
    }
}
