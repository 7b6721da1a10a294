/** How the panel stands, remembered over reloads. */
export interface Place {
  readonly open: boolean
  readonly tab: string
  readonly dock: 'bottom' | 'right'
  /** Share of the page that it takes, in per cent. */
  readonly size: number
}

const NAME = 'accounting-simulator.inspector'
const FIRST: Place = { open: false, tab: 'Timeline', dock: 'bottom', size: 45 }

export function rememberedPlace(): Place {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Place>) }
  } catch {
    return FIRST
  }
}

export function rememberPlace(place: Place): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(place))
  } catch {
    // A page without storage forgets.
  }
}
