/** Where the webhooks of a sandbox may go: public servers, never the deployment itself. */

const PORTS = new Set(['', '443', '8443'])

/** Why nothing is sent there; undefined if the URL is allowed. The address of its name is another question. */
export function reasonAgainstTarget(url: string, domain: string): string | undefined {
  if (!URL.canParse(url)) return 'it is no URL'
  const { protocol, port, hostname, username, password } = new URL(url)
  if (protocol !== 'https:') return 'a sandbox sends over https only'
  if (!PORTS.has(port)) return 'a sandbox sends to the ports 443 and 8443 only'
  if (username !== '' || password !== '') return 'a sandbox sends no user names'
  const own = domain.toLowerCase().replace(/:\d*$/, '')
  const name = hostname.replace(/\.$/, '')
  if (name === own || name.endsWith(`.${own}`)) return 'a sandbox does not send to the deployment itself'
  const address = /^\[(.*)\]$/.exec(name)?.[1] ?? name
  if (isAddress(address) && !isPublicAddress(address)) return 'a sandbox sends to public addresses only'
  return undefined
}

const isAddress = (text: string): boolean => text.includes(':') || /^\d+(\.\d+){3}$/.test(text)

/** Prefixes of networks that no public server has: what is private, local, reserved, or for many at once. */
const PRIVATE_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map((network) => {
  const [address = '', bits = ''] = network.split('/')
  return [numberOf(address), Number(bits)] as const
})

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

const isPublic4 = (address: string): boolean =>
  !PRIVATE_4.some(
    ([network, bits]) =>
      Math.floor(numberOf(address) / 2 ** (32 - bits)) === Math.floor(network / 2 ** (32 - bits)),
  )

/** The eight groups of an IPv6 address; undefined for what is none. */
function groupsOf(address: string): number[] | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  const mapped = tail?.[2] === undefined ? undefined : numberOf(tail[2])
  const text =
    mapped === undefined
      ? address
      : `${tail?.[1]}${Math.floor(mapped / 65_536).toString(16)}:${(mapped % 65_536).toString(16)}`
  const [left = '', right] = text.split('::')
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [head, end] = [parse(left), right === undefined ? [] : parse(right)]
  const groups =
    right === undefined
      ? head
      : [...head, ...Array(Math.max(0, 8 - head.length - end.length)).fill(0), ...end]
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 65_535) ? groups : undefined
}

/** Whether an address is one of the public internet. What cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  if (/^\d+(\.\d+){3}$/.test(plain)) return isPublic4(plain)
  const groups = groupsOf(plain)
  if (!groups) return false
  const [a = 0, b = 0, c = 0] = groups
  // Only 2000::/3 is given out; parts of it stand for addresses of the older kind.
  if (a < 0x2000 || a > 0x3fff) return false
  const old = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  if (a === 0x2002) return isPublic4(old(b, c))
  // Documentation, benchmarks, Teredo and other special uses.
  if (a === 0x2001 && (b < 0x0200 || b === 0x0db8)) return false
  return a !== 0x3fff
}
