import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One page of the site, or a group of them. */
export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: SidebarItem[]
}

/** What people come for, in the order in which somebody learns it. Pages that no group names come last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ['tutorial', 'questions', 'overview', 'preset-world', 'comparison'],
  Test: ['test-runners', 'arranging', 'asking', 'your-client-sleeps', 'faults', 'scenarios', 'timeline'],
  'Find bugs': ['explore', 'explore-stories', 'coverage', 'mutate'],
  'Browser and Storybook': ['browser', 'inspector', 'storybook'],
  'Other languages, agents, teams': ['controls', 'agents', 'sandbox', 'operating'],
  Recipes: ['recipes/retries', 'recipes/webhooks', 'recipes/paging', 'recipes/scenarios'],
  'The service': ['service', 'support', 'bounds', 'openapi', 'replay', 'proof', 'proof-results'],
}

/** Short titles of pages whose own are long, or much like that of another link. */
const SHORT: Readonly<Record<string, string>> = {
  tutorial: 'Tutorial (10 minutes)',
  overview: 'All pages',
  'explore-stories': 'Stories it told',
  coverage: 'Coverage',
  mutate: 'Mutation',
  browser: 'A browser tab',
  agents: 'Coding agents',
  sandbox: 'A team sandbox',
  service: 'All rules',
  replay: 'Check against the service',
}

/** Reached from the head of every page. */
const APART = ['README', 'index', 'playground', 'changelog']

function pagesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`
    if (entry.isDirectory()) return /^(api|public|\.)/.test(entry.name) ? [] : pagesIn(folder, `${path}/`)
    return path.endsWith('.md') ? [path.slice(0, -3)] : []
  })
}

/** Every page of `docs/`, so that a new one needs no second place. */
export function sidebarOf(folder: string): SidebarItem[] {
  const pages = pagesIn(folder)
    .filter((page) => !APART.includes(page))
    .sort()
  const titleOf = (page: string): string =>
    /^# (.+)$/m.exec(readFileSync(join(folder, `${page}.md`), 'utf8'))?.[1] ?? page
  const named = new Set(Object.values(GROUPS).flat())
  const others = (group: string): string[] =>
    pages.filter((page) => !named.has(page) && page.startsWith('recipes/') === (group === 'Recipes'))
  return Object.entries(GROUPS).map(([text, listed]) => {
    const further = text === 'Recipes' || text === 'The service' ? others(text) : []
    return {
      text,
      items: [...listed.filter((page) => pages.includes(page)), ...further].map((page) => ({
        text: SHORT[page] ?? titleOf(page),
        link: `/${page}`,
      })),
    }
  })
}

/** The import paths alone: the whole reference would stand in each of its hundreds of pages. */
export const importPaths = (names: readonly string[]): SidebarItem[] => [
  {
    text: 'Import paths',
    items: names
      .map((name) => (name === 'index' ? '' : `/${name}`))
      // The name of the package before each would need two lines.
      .map((path) => ({ text: path || 'accounting-simulator', link: `/api/accounting-simulator${path}/` })),
  },
]
