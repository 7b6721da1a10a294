import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorOf } from '../../site/sections'
import { readProjectFile } from '../tidy/source-tree'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const { files } = JSON.parse(readProjectFile('package.json')) as { files: readonly string[] }
/** npm adds these. */
const PACKED = [...files, 'README.md', 'LICENSE', 'package.json']

const isPacked = (path: string): boolean =>
  PACKED.some((known) => path === known || path.startsWith(`${known}/`)) && !path.includes('node_modules')

const pages = ['README.md', 'CHANGELOG.md', ...pagesIn('docs'), ...pagesIn('examples')].filter(isPacked)

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => posix.join(folder, path))
}

/** Relative links of the text, without those in code. */
function linksOf(page: string): { path: string; anchor: string | undefined }[] {
  const text = readProjectFile(page).replace(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    return [{ path: path === '' ? page : posix.join(dirname(page), path), anchor }]
  })
}

const anchorsOf = (page: string): string[] =>
  [...readProjectFile(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

test.each(pages)('%s has no dead link, in the package neither', (page) => {
  const dead = linksOf(page).filter(({ path, anchor }) => {
    if (!isPacked(path) || !existsSync(join(ROOT, path))) return true
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor)
  })
  expect(dead).toEqual([])
})

test.each(pages)('%s calls no link by a path that goes up', (page) => {
  expect(readProjectFile(page).match(/\[\.\.\/[^\]]*\]\(.*?\)/g)).toBeNull()
})

test('there are pages with links', () => {
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(50)
})
