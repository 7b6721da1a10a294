import type { FaultOptions, SimulatorOptions } from '../../index'
import type { AccountingSimulatorParameters } from './parameters'

/** The choice that leaves a story as it is. */
export const OWN = 'story'

const WORLDS: Readonly<Record<string, NonNullable<SimulatorOptions['world']>>> = {
  'small-company': 'small-company',
  empty: 'empty',
}

const always = { times: Number.POSITIVE_INFINITY } as const
const FAULTS: Readonly<Record<string, readonly FaultOptions[]>> = {
  none: [],
  'rate limited': [{ ...always, then: { status: 429, retryAfter: 30 } }],
  unavailable: [{ ...always, then: { status: 503 } }],
  offline: [{ ...always, then: { networkError: true } }],
  waiting: [{ ...always, then: { delay: '1 day' } }],
  'responses to writes lost': [{ ...always, on: 'POST /public/*', then: { loseResponse: true } }],
}

const choice = (title: string, icon: 'database' | 'lightning', names: readonly string[]) => ({
  description: `Accounting: ${title.toLowerCase()}`,
  title,
  icon,
  // The chosen one is the text of the button, so each says what it is.
  items: [
    { value: OWN, title: `${title}: of the story` },
    ...names.map((value) => ({ value, title: `${title}: ${value}` })),
  ],
})

/** The toolbar offers these choices for every story. */
export const CHOICES = {
  accountingWorld: choice('World', 'database', Object.keys(WORLDS)),
  accountingFault: choice('Fault', 'lightning', Object.keys(FAULTS)),
}

/** Without a toolbar of Storybook's own, whose menus have no tick. */
export const globalTypes = {
  accountingWorld: { description: CHOICES.accountingWorld.description },
  accountingFault: { description: CHOICES.accountingFault.description },
}
export const initialGlobals = { accountingWorld: OWN, accountingFault: OWN }

export type ToolbarGlobals = Readonly<Partial<Record<keyof typeof CHOICES, unknown>>>

/** The parameters that the toolbar puts in the place of the story's own. */
export function chosen({
  accountingWorld,
  accountingFault,
}: ToolbarGlobals): Pick<AccountingSimulatorParameters, 'world' | 'faults'> {
  const world = WORLDS[String(accountingWorld)]
  const faults = FAULTS[String(accountingFault)]
  return { ...(world !== undefined && { world }), ...(faults && { faults }) }
}
