import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { entryPoints } from '../../tsup.config'
import { importPaths, sidebarOf } from './pages'
import { lightAndDark } from './pictures'
import { miniSearch } from './search'
import { anchorOf, linked } from './sections'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const DESCRIPTION =
  'A whole accounting-records service inside your tests: find the duplicate invoice before your customer does'

/** Readers of shared links ask for whole addresses of pictures. The project knows none: `SITE=https://... npm run site` does. */
const { SITE: ADDRESS = '' } = process.env

/** Read from `.site/.vitepress`, where scripts/build-site.ts puts it. */
export default defineConfig({
  title: 'accounting-simulator',
  description: DESCRIPTION,
  // Else the names of all pages stand in each of them.
  metaChunk: true,
  outDir: file('../dist'),
  // Paths in the examples and placeholders in messages are no tags of Vue.
  markdown: {
    html: true,
    // The others have colours that are too pale on the ground of a block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config(md) {
      for (const rule of ['fence', 'code_inline'] as const) {
        const render = md.renderer.rules[rule]
        if (render) md.renderer.rules[rule] = (...given) => linked(render(...given))
      }
      const { image } = md.renderer.rules
      if (image) md.renderer.rules.image = (...given) => lightAndDark(image(...given))
    },
  },
  // The theme gives a home page no landmark of its own.
  transformHtml: (html) => html.replace('<div class="VPHome', '<div role="main" class="VPHome'),
  // The tables of this page are wide.
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === 'comparison.md' ? { frontmatter: { ...frontmatter, aside: false } } : undefined,
  // The description of the service is large, and most readers of the first page do not open it.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: '/logo.svg' }]],
  transformHead: ({ title }) =>
    Object.entries({
      'og:type': 'website',
      'og:title': title,
      'og:description': DESCRIPTION,
      // Readers of shared links take no relative address.
      ...(ADDRESS && { 'og:image': `${ADDRESS}/preview.png`, 'twitter:card': 'summary_large_image' }),
    }).map(([name, content]) => ['meta', { [name.startsWith('og:') ? 'property' : 'name']: name, content }]),
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local', options: { miniSearch } },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have another name now. The search at the top knows all pages.',
      linkText: 'Home',
      linkLabel: 'Home',
    },
    footer: {
      message: 'MIT licence. Each answer is the same in Node and in browsers.',
      copyright: 'The accounting-simulator authors',
    },
    nav: [
      { text: 'Guide', link: '/tutorial' },
      { text: 'Comparison', link: '/comparison' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/api/' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: { '/api/': importPaths(Object.keys(entryPoints)), '/': sidebarOf(file('..')) },
  },
  vite: {
    resolve: {
      alias: Object.entries(entryPoints).map(([name, path]) => ({
        find: new RegExp(`^accounting-simulator${name === 'index' ? '' : `/${name}`}$`),
        replacement: file(`../../${path}`),
      })),
    },
    // The index of the search is one chunk, and it is loaded with the first search.
    build: { chunkSizeWarningLimit: 4000 },
  },
})
