/**
 * How the site is searched. The site writes these functions into its pages as text, so each names nothing outside of
 * itself.
 */
export const miniSearch = {
  /** The index has the words as they stand. */
  options: {},
  searchOptions: {
    /** A word that people ask for is found where the pages say another. */
    processTerm(term: string): string | string[] {
      const others: Readonly<Record<string, string[]>> = {
        pagination: ['paging', 'pages', 'lists'],
        paging: ['pages', 'lists'],
        cursor: ['paging'],
        mock: ['simulator'],
        stub: ['simulator'],
        emulator: ['simulator'],
        license: ['licence'],
        install: ['installs', 'npm'],
        setup: ['begin'],
        getting: ['tutorial', 'minutes'],
        started: ['begin', 'tutorial', 'minutes'],
        tutorial: ['minutes'],
        throttling: ['limit'],
        retry: ['retries'],
        duplicate: ['twice', 'second', 'repeat'],
        idempotency: ['repeat'],
      }
      const word = term.toLowerCase()
      return Object.hasOwn(others, word) ? [word, ...(others[word] ?? [])] : word
    },
    /** Guides come before the rules, and these before reports and members of interfaces. */
    boostDocument(id: string, term: string): number {
      // Somebody asked for this function by its name.
      if (id.endsWith(`#function-${term}`)) return 1
      const boosts: readonly (readonly [pages: RegExp, boost: number])[] = [
        [/^\/api\/|changelog/, 0.1],
        [/explore-stories|proof-results/, 0.2],
        [/^\/scenarios/, 0.5],
        [/^\/(recipes|tutorial|questions)/, 2],
      ]
      return boosts.find(([pages]) => pages.test(id))?.[1] ?? 1
    },
  },
}
