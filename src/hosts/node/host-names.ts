import { isIP } from 'node:net'
import { namesOf, type Reader, text } from '../../errors/reader'

/** Accepted host names besides those that are always safe; 'any' for all names. */
export type HostsOption = readonly string[] | 'any'

export const readHosts: Reader<HostsOption> = (given, option) =>
  given === 'any' ? given : namesOf(text, "'any' or an array of names")(given, option)

export type HostCheck = (header: string | undefined) => boolean

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

export const isLoopbackHost = (header: string): boolean => LOOPBACK.test(nameIn(header))

/** Names that cannot be registered on the public internet. */
const PRIVATE = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * True if the name in a Host header is safe. A public name of another site can resolve to this machine (DNS
 * rebinding); an address, a private name or a name without dots cannot.
 */
export const hostCheck =
  (hosts: HostsOption): HostCheck =>
  (header) => {
    if (hosts === 'any' || header === undefined) return true
    const name = nameIn(header)
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
    return isAddress || !name.includes('.') || PRIVATE.test(name) || hosts.includes(name)
  }

/** Returns the lower-case host name without port and final dot. */
const nameIn = (header: string): string => header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

/** A page may call only its own origin. */
export const isOwnOrigin = (origin: string, host: string): boolean =>
  origin.replace(/^https?:\/\//, '') === host
