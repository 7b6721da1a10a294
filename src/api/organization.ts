import { methodsAtCaller, taking } from '../errors/at-caller'
import { byName } from '../kernel/by-name'
import { gettersOf } from '../kernel/lazy'
import { mapValues } from '../kernel/map-values'
import { type Admin, adminOf } from './admin/admin'
import type { AdminScope } from './admin/admin-scope'
import { ADMIN_VERBS, type Arguments } from './admin/admin-verbs'
import { type Books, booksOf } from './books'
import { makeOf } from './making/make'
import type { Make } from './record-types/make'
import type { Records } from './record-types/records'
import { recordsOf } from './records'
import { type Webhooks, webhooksOf } from './webhooks'

/** The public interface of one organisation. */
export interface Organization {
  /** A key of this organisation with all permissions. */
  readonly apiKey: string
  /** The organisation's records, without HTTP. */
  readonly records: Records
  /** Makes records of every type with generated values. */
  readonly make: Make
  /** The organisation's ledger. */
  readonly books: Books
  /** The organisation's administration. */
  readonly admin: Admin
  /** The organisation's webhooks and deliveries. */
  readonly webhooks: Webhooks
}

type Deliveries = Parameters<typeof webhooksOf> extends [unknown, ...infer Rest] ? Rest : never

interface Parts {
  readonly scope: AdminScope
  readonly keyOf: () => string
  readonly deliveries: Deliveries
}

type Made = { -readonly [Member in Exclude<keyof Organization, 'apiKey'>]?: Organization[Member] }

/** Makes each member when it is first read, because most tests use few of them. */
class ApiOnFirstUse {
  readonly #parts: Parts
  readonly #made: Made = {}

  static readonly #members = gettersOf<ApiOnFirstUse>({
    records: (api) => api.#once('records', ({ scope }) => recordsOf(scope)),
    make: (api) => api.#once('make', ({ scope }) => methodsAtCaller('make', makeOf(scope))),
    books: (api) => api.#once('books', ({ scope }) => methodsAtCaller('books', booksOf(scope))),
    admin: (api) =>
      api.#once('admin', ({ scope }) => methodsAtCaller('admin', notedAdmin(scope, adminOf(scope)))),
    webhooks: (api) =>
      api.#once('webhooks', ({ scope, deliveries }) =>
        methodsAtCaller('webhooks', webhooksOf(scope, ...deliveries)),
      ),
    apiKey: (api) => api.#parts.keyOf(),
  })

  constructor(parts: Parts) {
    this.#parts = parts
    Object.defineProperties(this, ApiOnFirstUse.#members)
  }

  #once<Member extends keyof Made>(member: Member, make: (parts: Parts) => Made[Member]): Made[Member] {
    this.#made[member] ??= make(this.#parts)
    return this.#made[member]
  }
}

export const organizationApi = (parts: Parts): Organization =>
  new ApiOnFirstUse(parts) as unknown as Organization

/** Records each writing call of the administration in the timeline. */
function notedAdmin({ log, ensureOrganization }: AdminScope, admin: Admin): Admin {
  const verbs: Readonly<Record<string, Arguments>> = ADMIN_VERBS
  const areas = byName<Readonly<Record<string, (...given: unknown[]) => unknown>>>(admin)
  const noted: object = mapValues(areas, (calls, area) =>
    mapValues(calls, (call, verb) => {
      if (verbs[`${area}.${verb}`]?.looks) return call
      // The name is built once, because the timeline keeps it for every write.
      const name = `admin.${area}.${verb}`
      return taking(call.length, (...given: unknown[]): unknown =>
        log.write({ organization: ensureOrganization(), call: name, given }, () => call(...given)),
      )
    }),
  )
  return noted as Admin
}

/** @deprecated Use `Organization`. */
export type OrganizationFace = Organization
