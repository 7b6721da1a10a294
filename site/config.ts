import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { sidebarOf } from './pages'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const api = JSON.parse(readFileSync(file('../api/typedoc-sidebar.json'), 'utf8'))

/** Read from `.site/.vitepress`, where scripts/build-site.ts puts it. */
export default defineConfig({
  title: 'accounting-simulator',
  description: 'A whole accounting-records service inside your tests',
  outDir: file('../dist'),
  // Paths in the examples and placeholders in messages are no tags of Vue.
  markdown: { html: true },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/tutorial' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: { '/api/': api, '/': sidebarOf(file('..')).filter(({ text }) => text !== 'Api') },
  },
  vite: {
    resolve: { alias: { 'accounting-simulator': file('../../src/index.ts') } },
    // The index of the search is one chunk, and it is loaded with the first search.
    build: { chunkSizeWarningLimit: 4000 },
  },
})
