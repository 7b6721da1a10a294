import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One page of the site, or a folder of them. */
export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly items?: SidebarItem[]
}

/** Pages in the order in which somebody learns; all others follow by their names. */
const FIRST = ['tutorial', 'test-runners', 'your-client-sleeps', 'faults', 'scenarios']

/** The service itself is looked up, not read through. */
const LAST = ['bounds', 'support', 'service']

/** Reached from the head of every page. */
const APART = ['README.md', 'index.md', 'playground.md']

const rank = (page: string): number => {
  if (FIRST.includes(page)) return FIRST.indexOf(page)
  return LAST.includes(page) ? 1000 + LAST.indexOf(page) : 100
}

const titleOf = (file: string): string => /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file

/** Every page of `docs/`, so that a new one needs no second place. */
export function sidebarOf(folder: string, link = '/'): SidebarItem[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const pages = entries
    .filter(({ name }) => name.endsWith('.md') && !APART.includes(name))
    .map(({ name }) => name.slice(0, -3))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((page) => ({ text: titleOf(join(folder, `${page}.md`)), link: `${link}${page}` }))
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      text: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      items: sidebarOf(join(folder, name), `${link}${name}/`),
    }))
    .filter(({ items }) => items.length > 0)
  return [...pages, ...folders]
}
