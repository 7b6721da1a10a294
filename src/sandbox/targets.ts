/** The targets that webhooks of a sandbox may have: public servers, never the deployment itself. */
import { addressIn, isPublicAddress, isPublicIPv4 } from '../service/webhooks/public-url'

/** Networks for examples, and of a relay that is no more. The service takes them; whoever answers there is inside. */
const NOBODYS = ['192.0.2', '198.51.100', '203.0.113', '192.88.99']

export const leadsOut = (address: string): boolean =>
  isPublicAddress(address, (bytes) => isPublicIPv4(bytes) && !NOBODYS.includes(bytes.slice(0, 3).join('.')))

const PORTS = new Set(['', '443', '8443'])

/** The reason to send nothing there; undefined if the URL is allowed. The address of its name is another question. */
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
