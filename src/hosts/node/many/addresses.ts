import { OptionError } from '../../../errors/option-error'
import { originOf } from '../../../sandbox/route'
import type { ManySettings } from './options'

/** The addresses of a deployment and its sandboxes. */
interface Addresses {
  readonly domain: string
  /** The URL of the deployment, without a final slash. */
  readonly publicUrl: string
  /** The URL of a sandbox. */
  urlOf(id: string): string
}

/**
 * With a domain each sandbox has its own host name. With a public URL alone all sandboxes share it, and the
 * key or token identifies the sandbox.
 * @throws OptionError if both are given and the URL has a path, because a host name has no path
 */
export function addressesOf({
  domain: given,
  publicUrl: text,
}: Pick<ManySettings, 'domain' | 'publicUrl'>): (server: {
  readonly url: string
  readonly port: number
}) => Addresses {
  const isOwn = given !== 'localhost'
  if (isOwn && text !== undefined && new URL(text).pathname !== '/')
    throw new OptionError(
      'publicUrl',
      'publicUrl has a path: leave domain out, so that keys say which sandbox is meant',
    )
  return ({ url, port }) => {
    const publicUrl = (text ?? url).replace(/\/+$/, '')
    const { protocol, host, port: outer } = new URL(publicUrl)
    if (text !== undefined && !isOwn) return { domain: host, publicUrl, urlOf: () => publicUrl }
    const domain = isOwn ? given : `localhost:${port}`
    const place = outer === '' || /:\d+$/.test(domain) ? domain : `${domain}:${outer}`
    const urlOf = (id: string): string =>
      text === undefined ? originOf(id, domain) : `${protocol}//${id}.${place}`
    return { domain, publicUrl, urlOf }
  }
}
