import { isIP } from 'node:net'

/** Names under which a server may be reached besides those that are always safe; 'any' for all names. */
export type HostsOption = readonly string[] | 'any'

export type HostCheck = (header: string | undefined) => boolean

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

export const isLoopbackHost = (header: string): boolean => LOOPBACK.test(nameIn(header))

/** Names that nobody can own on the public internet. */
const PRIVATE = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * Whether the name in a Host header is safe. A page of another site gets here by a public name that its owner
 * has pointed at this machine; it cannot by an address, a private name or a name without dots.
 */
export const hostCheck =
  (hosts: HostsOption): HostCheck =>
  (header) => {
    if (hosts === 'any' || header === undefined) return true
    const name = nameIn(header)
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
    return isAddress || !name.includes('.') || PRIVATE.test(name) || hosts.includes(name)
  }

/** Without port and final dot, in lower case. */
const nameIn = (header: string): string => header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

/** A page may only call under its own origin. */
export const isOwnOrigin = (origin: string, host: string): boolean =>
  origin.replace(/^https?:\/\//, '') === host
