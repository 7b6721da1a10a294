/** The sandbox that a request is for: its host name says so, else its key or token. */
import { form } from '../errors/reader'

const ID_IN_KEY = /^s[kt]_([a-z2-7]{22})_/

/** The domain below which sandboxes have their names. An address or a wildcard would be a part of each name. */
export const readDomain = form<string>(
  'a host name such as sandbox.example.com, without scheme, path and wildcard',
  (given) => typeof given === 'string' && /^[^\s/*]+$/.test(given),
)

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** A sandbox below a local domain is reached without TLS. */
const isLocal = (domain: string): boolean => /(^|\.)localhost$/.test(withoutPort(domain))

export const originOf = (id: string, domain: string): string =>
  `${isLocal(domain) ? 'http' : 'https'}://${id}.${domain}`

/** A place with sandboxes. */
export interface SandboxPlace {
  /** Sandboxes are reached at `<id>.<domain>`. */
  readonly domain: string
  /** The URL of a sandbox; it may have a path, which a proxy takes away. @default `<id>.<domain>` */
  urlOf?(id: string): string
}

export const urlIn = ({ domain, urlOf }: SandboxPlace, id: string): string =>
  urlOf?.(id) ?? originOf(id, domain)

export const originIn = (place: SandboxPlace, id: string): string => new URL(urlIn(place, id)).origin

const bearerIn = (header: unknown): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(String(header ?? ''))?.[1]

export const bearerOf = (headers: Headers): string | undefined => bearerIn(headers.get('authorization'))

export interface Addressed {
  /** Of the sandbox; it may be a guess. Undefined if the request names none. */
  readonly id: string | undefined
  /** The host name says so. */
  readonly isByHost: boolean
}

/** @param header the value of a header by its name in small letters */
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

/** Tells whether the key belongs to another sandbox. Keys that a team chose itself name none. */
export function isForeignKey(headers: Headers, id: string): boolean {
  const named = ID_IN_KEY.exec(headers.get('x-api-key') ?? '')?.[1]
  return named !== undefined && named !== id
}
