/** The targets that webhooks of a sandbox may have: public servers, never the deployment itself. */
import { addressIn, isPublicAddress } from '../service/webhooks/public-url'

export { isPublicAddress }

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
  const address = addressIn(name)
  if (address !== undefined && !isPublicAddress(address)) return 'a sandbox sends to public addresses only'
  return undefined
}
