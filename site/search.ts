/**
 * How the site is searched. The site writes these functions into its pages as text, so each names nothing outside of
 * itself.
 */
export const miniSearch = {
  options: {
    /** A word that people ask for is found where the pages say another. */
    processTerm(term: string): string | string[] {
      const others: Readonly<Record<string, string[]>> = {
        pagination: ['paging'],
        cursor: ['paging'],
        mock: ['simulator'],
        stub: ['simulator'],
        emulator: ['simulator'],
        license: ['licence'],
        install: ['installs', 'npm'],
        setup: ['begin'],
        throttling: ['limit'],
        retry: ['retries'],
      }
      const word = term.toLowerCase()
      return Object.hasOwn(others, word) ? [word, ...(others[word] ?? [])] : word
    },
  },
  searchOptions: {
    /** Guides come before members of interfaces. */
    boostDocument: (id: string): number => (/^\/api\/|changelog/.test(id) ? 0.1 : 1),
  },
}
