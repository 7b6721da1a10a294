/** The sections of docs/service.md as addresses of the site: `service.html#section-9.1`. */
const CITED = /docs\/service\.md §(\d+(?:\.\d+)*)/g

export const addressOf = (section: string): string => `/service.html#section-${section}`

/** The page with an anchor before each numbered heading. */
export const anchored = (page: string): string =>
  page.replace(
    /^#+ (\d+(?:\.\d+)*) /gm,
    (heading, section) => `<a id="section-${section}"></a>\n\n${heading}`,
  )

/** HTML in which each section that a reason cites is a link. */
export const linked = (html: string): string =>
  html.replace(CITED, (cited, section) => `<a href="${addressOf(section)}">${cited}</a>`)

/** The same in Markdown. */
export const cited = (text: string): string =>
  text.replace(CITED, (name, section) => `[${name}](${addressOf(section).replace('.html', '.md')})`)

export interface Part {
  readonly text: string
  readonly href?: string
}

/** The same for plain text: its parts, some of them links. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { 0: cited, 1: section = '', index } of text.matchAll(CITED)) {
    parts.push({ text: text.slice(at, index) }, { text: cited, href: addressOf(section) })
    at = index + cited.length
  }
  return [...parts, { text: text.slice(at) }]
}

/** The anchor of a heading as GitHub makes it, so that one link serves both. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
