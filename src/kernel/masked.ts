/** Very short secrets would hide most of the text. */
const SHORTEST_SECRET = 4

export const masked = (text: string, secrets: Iterable<string>): string =>
  [...secrets]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // A secret may contain another one.
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '****'), text)
