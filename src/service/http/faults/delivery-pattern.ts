const DELIVERY_FORM = /^DELIVERY (\*|https?:\/\/\S+|[a-z][a-z0-9_.-]*\/\S+|[a-z][a-z0-9_.-]*\*)$/i

/** Tells whether a fault's `on` is meant for deliveries. It may still be misspelt. */
export const namesDeliveries = (on: unknown): on is string =>
  typeof on === 'string' && /^DELIVERY(\s|$)/i.test(on)

/** `DELIVERY` with `*`, a URL or a topic. URLs and topics may end in `*` as a wildcard. */
export const isDeliveryPattern = (pattern: string): boolean => DELIVERY_FORM.test(pattern)

export function topicIn(pattern: string): string | undefined {
  const [, wanted = '*'] = DELIVERY_FORM.exec(pattern) ?? []
  return wanted === '*' || wanted.includes('://') ? undefined : wanted
}

export function matchesDelivery(pattern: string, url: string, topic: string): boolean {
  const [, wanted = ''] = DELIVERY_FORM.exec(pattern) ?? []
  return matchesTopic(wanted, wanted.includes('://') ? url : topic)
}

export const matchesTopic = (wanted: string, given: string): boolean =>
  wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
