const PREFIX = '#accounting-simulator-story-'

/** The address of a request with the number of its story. Neither a network nor the simulator sees a fragment. */
export function marked(url: URL, story: number): string {
  const copy = new URL(url)
  copy.hash = PREFIX + story
  return copy.href
}

/** The number of the story that sent the request; undefined for one that no page sent by fetch or XMLHttpRequest. */
export function storyOf(url: string): number | undefined {
  const { hash } = new URL(url)
  return hash.startsWith(PREFIX) ? Number(hash.slice(PREFIX.length)) : undefined
}
