import { invariant } from '../kernel/invariant'
import { OptionError } from '../option-error'
import type { Admin } from './admin'

/**
 * The calls of `simulator.admin` by name, for scenarios and controls, where arguments have names instead of
 * places: those names in order. `...` stands for the object of all that is named besides.
 */
export const ADMIN_VERBS = {
  'keys.issue': ['...'],
  'keys.revoke': ['key'],
  'rateLimits.override': ['...'],
  'subscriptions.lapse': ['group'],
  'subscriptions.renew': ['group'],
  'periods.lockThrough': ['companyId', 'date'],
  'periods.unlock': ['companyId'],
  'approvals.approve': ['record', '...'],
  'approvals.reject': ['record', '...'],
  'approvals.describe': ['...'],
  'maintenance.start': ['...'],
  'maintenance.stop': [],
  'contracts.activate': ['id'],
  'contracts.terminate': ['id', 'date'],
  'contracts.achieveMilestone': ['id', 'name', 'date'],
  'exchangeRates.set': ['from', 'to', 'rate', 'date'],
  'customFields.define': ['...'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AdminVerb = keyof typeof ADMIN_VERBS

export const isAdminVerb = (name: unknown): name is AdminVerb =>
  typeof name === 'string' && Object.hasOwn(ADMIN_VERBS, name)

type Given = Readonly<Record<string, unknown>>

/** @throws what the call throws; OptionError for an argument that the verb does not take */
export function callAdmin(admin: Admin, verb: AdminVerb, given: Given = {}): unknown {
  const names: readonly string[] = ADMIN_VERBS[verb]
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
  const [stray] = Object.keys(rest)
  if (stray !== undefined && !names.includes('...'))
    throw new OptionError(stray, `${verb} takes ${names.join(', ') || 'nothing'}, no ${stray}`)
  const [area = '', member = ''] = verb.split('.')
  const verbs = (admin as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>)[area]
  const call = verbs?.[member]
  invariant(call, `admin has no ${verb}`)
  return call(...names.map((name) => (name === '...' ? rest : given[name])))
}
