import { byName } from '../../kernel/by-name'
import { invariant } from '../../kernel/invariant'
import type { Admin } from './admin'
import {
  ADMIN_VERBS,
  type AdminVerb,
  type Arguments,
  bare,
  checkArguments,
  checkTypes,
  type Given,
} from './admin-verbs'

/** Calls a method of `simulator.admin` by name. @throws OptionError, and the errors of the method */
export function callAdmin(admin: Admin, verb: AdminVerb, given: Given = {}): unknown {
  checkArguments(verb, given)
  checkTypes(given)
  const { places = [], options }: Arguments = ADMIN_VERBS[verb]
  const named = options?.map(bare).filter((name) => given[name] !== undefined)
  const [area = '', member = ''] = verb.split('.')
  const call = byName<Readonly<Record<string, (...values: unknown[]) => unknown>>>(admin)[area]?.[member]
  invariant(call, `admin has no ${verb}`)
  const values = places.map((name) => given[bare(name)])
  return call(...values, ...(named ? [Object.fromEntries(named.map((name) => [name, given[name]]))] : []))
}
