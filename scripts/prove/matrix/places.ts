/** Somewhere that the traffic is played. */
export interface Place {
  /** As the page names it, and as results are filed. */
  readonly name: string
  /** The packages of npm that bring it. Without them, it is what runs this. */
  readonly install?: readonly string[]
  readonly kind: 'node' | 'bun' | 'deno' | 'msw' | 'vitest' | 'chromium'
}

export const PLACES: readonly Place[] = [
  { name: 'Node 20', install: ['node@20'], kind: 'node' },
  { name: 'Node 22', install: ['node@22'], kind: 'node' },
  { name: 'Node 24', install: ['node@24'], kind: 'node' },
  { name: 'Node 26', install: ['node@26'], kind: 'node' },
  { name: 'Bun', install: ['bun'], kind: 'bun' },
  { name: 'Deno', install: ['deno'], kind: 'deno' },
  { name: 'msw 2.10', install: ['msw@~2.10'], kind: 'msw' },
  { name: 'msw 2.15', install: ['msw@~2.15'], kind: 'msw' },
  // On Node, msw 3 needs 22 or later.
  { name: 'msw 3 on Node 24', install: ['msw@3', 'node@24'], kind: 'msw' },
  { name: 'vitest 3.2', install: ['vitest@~3.2'], kind: 'vitest' },
  { name: 'vitest 4', install: ['vitest@4'], kind: 'vitest' },
  { name: 'Chromium', kind: 'chromium' },
]

const ZONES = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati']
const LOCALES = ['en_US.UTF-8', 'tr_TR.UTF-8']

/** Every time zone with every locale. */
export const SETTINGS = ZONES.flatMap((zone) =>
  LOCALES.map((locale) => ({
    name: `${zone} ${locale.slice(0, 5)}`,
    env: { TZ: zone, LC_ALL: locale, LANG: locale },
  })),
)
