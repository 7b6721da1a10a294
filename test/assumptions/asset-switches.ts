import { createAsset, postedDates, statusOf } from '../support/worlds/fixed-asset'
import type { Stage, SwitchStories } from './switch-story'

/** An asset of two months, of which one is over and the other comes. */
async function ageing({ simulator }: Stage): Promise<void> {
  createAsset(simulator, { depreciation_start_date: '2025-12-01', useful_life: 2 })
  await simulator.clock.advance('1 month')
}

/** Switches about what assets lose by the clock (docs/service.md §11.7). */
export const assetSwitches: SwitchStories = {
  'depreciation-run': {
    async tell(stage) {
      await ageing(stage)
      return postedDates(stage.simulator)
    },
    seen: [
      ['on', '2025-12-31 2026-01-31'],
      ['off', ''],
    ],
  },
  'asset-status': {
    async tell(stage) {
      await ageing(stage)
      const written = statusOf(stage.simulator)
      stage.simulator.records.fixedAssets.remove(1)
      return [written, statusOf(stage.simulator)]
    },
    seen: [
      ['automatic', ['posted fully_amortized', 'archived disposed']],
      ['manual', ['posted active', 'archived active']],
    ],
  },
}
