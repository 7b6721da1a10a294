/** Finds the sandbox of a request: by host name, else by API key or token. */
import { form } from '../errors/reader'

const ID_IN_KEY = /^s[kt]_([a-z2-7]{22})_/

/** The domain of the sandboxes' host names. An address or a wildcard would be part of each name. */
export const readDomain = form<string>(
  'a host name such as sandbox.example.com, without scheme, path and wildcard',
  (given) => typeof given === 'string' && /^[^\s/*]+$/.test(given),
)

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Sandboxes below localhost are served without TLS. */
const isLocal = (domain: string): boolean => /(^|\.)localhost$/.test(withoutPort(domain))

export const originOf = (id: string, domain: string): string =>
  `${isLocal(domain) ? 'http' : 'https'}://${id}.${domain}`

/** The addresses of sandboxes in a deployment. */
export interface SandboxPlace {
  /** Sandboxes are reached at `<id>.<domain>`. */
  readonly domain: string
  /** The URL of a sandbox. It may have a path, which a proxy removes. @default `<id>.<domain>` */
  urlOf?(id: string): string
}

export const urlIn = ({ domain, urlOf }: SandboxPlace, id: string): string =>
  urlOf?.(id) ?? originOf(id, domain)

export const originIn = (place: SandboxPlace, id: string): string => new URL(urlIn(place, id)).origin

const bearerIn = (header: unknown): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(String(header ?? ''))?.[1]

export const bearerOf = (headers: Headers): string | undefined => bearerIn(headers.get('authorization'))

export interface Addressed {
  /** The sandbox id that the request claims, which is not checked yet. Undefined if there is none. */
  readonly id: string | undefined
  /** True if the host name contains the id. */
  readonly isByHost: boolean
}

/** @param header returns the value of a header by its lower-case name */
export function addressed(
  host: string,
  header: (name: string) => string | string[] | null | undefined,
  domain: string,
): Addressed {
  const [name, above] = [withoutPort(host), `.${withoutPort(domain)}`]
  if (name.endsWith(above)) return { id: name.slice(0, -above.length), isByHost: true }
  const key = header('x-api-key') ?? bearerIn(header('authorization')) ?? ''
  return { id: ID_IN_KEY.exec(String(key))?.[1], isByHost: false }
}

/** True if the key belongs to another sandbox. A key that a team chose itself contains no id. */
export function isForeignKey(headers: Headers, id: string): boolean {
  const named = ID_IN_KEY.exec(headers.get('x-api-key') ?? '')?.[1]
  return named !== undefined && named !== id
}
