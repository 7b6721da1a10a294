import { OptionError } from '../../../errors/option-error'
import { originOf } from '../../../sandbox/route'
import type { ManySettings } from './options'

/** The addresses of a deployment and its sandboxes. */
interface Addresses {
  readonly domain: string
  /** Of the deployment. No final slash. */
  readonly publicUrl: string
  /** Of a sandbox. */
  urlOf(id: string): string
}

/**
 * With a domain each sandbox has a host name of its own below it. With a public URL alone all are reached there, and
 * key and token say which one is meant.
 * @throws OptionError for both, if the URL has a path: no host name has one
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
