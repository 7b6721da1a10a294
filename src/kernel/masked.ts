/** Masking a very short secret would hide most of the text. */
const SHORTEST_SECRET = 4

export const masked = (text: string, secrets: Iterable<string>): string =>
  [...secrets]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // A secret may contain another one, so the longest is replaced first.
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '****'), text)
