import { expect } from 'vitest'
import { createAsset, fixedAsset, postedDates, statusOf } from '../support/worlds/fixed-asset'
import { balanceOf } from '../support/worlds/trade'
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
  'asset-edit': {
    async tell(stage) {
      const { simulator } = stage
      await ageing(stage)
      await simulator.clock.advance('4 months')
      const longer = { depreciation_start_date: '2025-12-01', useful_life: 8, cost: '1600.00' }
      simulator.records.fixedAssets.update(1, fixedAsset(longer))
      return postedDates(simulator)
    },
    seen: [
      ['prospective', '2025-12-31 2026-01-31'],
      ['catch-up', '2025-12-31 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31'],
    ],
  },
  'asset-disposal': {
    async tell({ simulator }) {
      createAsset(simulator, { useful_life: 4 })
      await simulator.clock.advance('2 months')
      simulator.records.fixedAssets.remove(1)
      expect(simulator.books.check()).toEqual([])
      return [1500, 1590, 7000].map((account) => balanceOf(simulator, account))
    },
    seen: [
      ['restate', ['0.00', '0.00', '0.00']],
      ['write-off', ['-1000.00', '0.00', '750.00']],
    ],
  },
  'disposal-depreciation': {
    async tell({ simulator }) {
      createAsset(simulator, { depreciation_frequency: 'yearly' })
      await simulator.clock.advance('2 months')
      simulator.admin.assets.dispose(1, { date: simulator.clock.now.slice(0, 10), proceeds: '1000.00' })
      expect(simulator.books.check()).toEqual([])
      return [1500, 6200, 7000].map((account) => balanceOf(simulator, account))
    },
    seen: [
      ['by-convention', ['-1000.00', '83.33', '-83.33']],
      ['none', ['-1000.00', '0.00', '0.00']],
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
