/**
 * The addon for Storybook 9 and later: add 'accounting-simulator/storybook' to `addons` of `.storybook/main`
 * (docs/storybook.md).
 * This entry holds its types; Storybook finds `./storybook/preview` and `./storybook/manager` by itself.
 */
export type { AccountingSimulatorParameters } from './storybook/parameters'
export type { StorySimulator } from './storybook/preview'
