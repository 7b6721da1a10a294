/** The place of the panel, remembered over reloads. */
export interface PanelPlace {
  readonly open: boolean
  readonly tab: string
  readonly dock: 'bottom' | 'right'
  /** Share of the page that it takes, in per cent. */
  readonly size: number
  /** The corner of the button that opens the panel. */
  readonly corner: Corner
  readonly theme: Theme
}

export const CORNERS = ['bottom right', 'bottom left', 'top right', 'top left'] as const
export type Corner = (typeof CORNERS)[number]
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'accounting-simulator.inspector'
export const DEFAULT_PLACE: PanelPlace = {
  open: false,
  tab: 'Now',
  dock: 'bottom',
  size: 45,
  corner: 'bottom right',
  theme: 'system',
}

export function rememberedPlace(): PanelPlace {
  try {
    return { ...DEFAULT_PLACE, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<PanelPlace>) }
  } catch {
    return DEFAULT_PLACE
  }
}

export function rememberPlace(place: PanelPlace): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(place))
  } catch {
    // A page without storage forgets.
  }
}
