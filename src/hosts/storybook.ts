/**
 * The addon for Storybook 9 and later: add 'accounting-simulator/storybook' to `addons` of `.storybook/main`
 * (docs/storybook.md).
 * This entry holds its types; Storybook finds `./storybook/preview` and `./storybook/manager` by itself.
 */
import type { AccountingSimulatorParameters } from './storybook/parameters'
import type { StorySimulator } from './storybook/preview'

declare module 'storybook/internal/csf' {
  interface Parameters {
    accountingSimulator?: AccountingSimulatorParameters
  }
  interface StoryContext extends StorySimulator {}
}

export type { AccountingSimulatorParameters, StoryArgs } from './storybook/parameters'
export type { StorySimulator } from './storybook/preview'
