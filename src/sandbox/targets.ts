/** The allowed targets of a sandbox's webhooks: public servers, but not the deployment itself. */
import { addressIn, isPublicAddress, isPublicIPv4 } from '../service/webhooks/public-url'

/** Networks for documentation and 6to4 relays. The service allows them, but here they lead inside. */
const NOBODYS = ['192.0.2', '198.51.100', '203.0.113', '192.88.99']

export const leadsOut = (address: string): boolean =>
  isPublicAddress(address, (bytes) => isPublicIPv4(bytes) && !NOBODYS.includes(bytes.slice(0, 3).join('.')))

const PORTS = new Set(['', '443', '8443'])

/** The reason to refuse a webhook URL, or undefined. Addresses of names are checked when connecting. */
export function reasonAgainstTarget(url: string, domain: string): string | undefined {
  if (!URL.canParse(url)) return 'it is no URL'
  const { protocol, port, hostname, username, password } = new URL(url)
  if (protocol !== 'https:') return 'a sandbox sends over https only'
  if (!PORTS.has(port)) return 'a sandbox sends to the ports 443 and 8443 only'
  if (username !== '' || password !== '') return 'a sandbox sends no user names'
  const own = domain.toLowerCase().replace(/:\d*$/, '')
  const name = hostname.replace(/\.$/, '')
  if (name === own || name.endsWith(`.${own}`)) return 'a sandbox does not send to the deployment itself'
  const address = addressIn(name)
  if (address !== undefined && !leadsOut(address)) return 'a sandbox sends to public addresses only'
  return undefined
}
