import { attempt } from '../../kernel/attempt'
/** True if deliveries may be sent to the URL: https to a public host (§14.1). */
export function isPublicHttpsUrl(text: string): boolean {
  const url = attempt(() => new URL(text))
  if (!url) return false
  // The URL parser normalises decimal, octal and hexadecimal addresses.
  const host = url.hostname.replace(/\.+$/, '').toLowerCase()
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || host === '') return false
  // Refuses texts that the URL parser would repair silently.
  if (!/^https:\/\/[^\s/\\]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return false
  const address = addressIn(host)
  return address === undefined ? isPublicName(host) : isPublicAddress(address)
}

/** The IP address in the host of a URL; undefined for a name. */
export const addressIn = (host: string): string | undefined =>
  /^\[(.*)\]$/.exec(host)?.[1] ?? (DOTTED.test(host) ? host : undefined)

/** True if four bytes are a public IPv4 address. */
type Check = (bytes: readonly number[]) => boolean

/**
 * True if an IP address is public. False for a text that cannot be parsed.
 * @param isPublic judges IPv4 addresses, including those embedded in IPv6 addresses
 */
export function isPublicAddress(address: string, isPublic: Check = isPublicIPv4): boolean {
  const [plain = ''] = address.split('%')
  return DOTTED.test(plain) ? isPublic(plain.split('.').map(Number)) : isPublicIPv6(plain, isPublic)
}

const DOTTED = /^\d+(\.\d+){3}$/

const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa', 'intranet', 'lan']

const isPublicName = (host: string): boolean =>
  host.includes('.') && !PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`))

export function isPublicIPv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100 && b >= 64 && b <= 127) return false
  if (a === 169 && b === 254) return false
  if (a === 172 && b >= 16 && b <= 31) return false
  if (a === 192 && (b === 168 || (b === 0 && c === 0))) return false
  return !(a === 198 && (b === 18 || b === 19))
}

function isPublicIPv6(host: string, isPublic: Check): boolean {
  const words = expanded(host)
  const [first = 0] = words
  if (hasOlder(words)) return isPublic(lastBytes(words))
  if (first === 0x2002) return isPublic([...bytesOf(words[1]), ...bytesOf(words[2])])
  // Public addresses are in 2000::/3; link-local, unique local and multicast addresses are not.
  const isReserved = first === 0x2001 && ((words[1] ?? 0) < 0x200 || words[1] === 0xdb8)
  return words.length === 8 && first >= 0x2000 && first < 0x3fff && !isReserved
}

/** True if an IPv6 address embeds an IPv4 address at its end. */
export function hasOlder(words: readonly number[]): boolean {
  const isEmbedding = words.slice(0, 5).every((word) => word === 0) && (words[5] === 0xffff || words[5] === 0)
  const isTranslated = words[0] === 0x64 && words[1] === 0xff9b
  return isEmbedding || (isTranslated && words.slice(2, 6).every((word) => word === 0))
}

const bytesOf = (word = 0): number[] => [word >> 8, word & 0xff]
const lastBytes = (words: readonly number[]): number[] => [...bytesOf(words[6]), ...bytesOf(words[7])]

/** The eight words of an IPv6 address in compressed form. It may end in the dotted form of IPv4. */
export function expanded(host: string): number[] {
  const [head = '', tail] = host.split('::')
  const words = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((word) => (DOTTED.test(word) ? pairsOf(word) : Number.parseInt(word, 16)))
  if (tail === undefined) return words(head)
  const [before, after] = [words(head), words(tail)]
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}

function pairsOf(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
