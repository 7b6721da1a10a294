import { OptionError } from '../../errors/option-error'
import { below, checkMembers, number, orUndefined, type Reader, text, unchecked } from '../../errors/reader'

/** Positional arguments, then the members of the options object; `?` marks an optional one. */
export interface Arguments {
  readonly places?: readonly string[]
  readonly options?: readonly string[]
  /** True for a call that only reads, so that the timeline omits it. */
  readonly looks?: true
}

/** The methods of `simulator.admin` for callers that pass all arguments by name: scenarios and controls. */
export const ADMIN_VERBS = {
  'keys.issue': { options: ['key?', 'permissions?', 'organization?', 'label?', 'person?'] },
  'keys.revoke': { places: ['key'] },
  'keys.list': { looks: true },
  'rateLimits.override': { options: ['key?', 'route?', 'burst', 'refillPerSecond'] },
  'rateLimits.buckets': { looks: true },
  'subscriptions.lapse': { places: ['group'] },
  'subscriptions.renew': { places: ['group'] },
  'subscriptions.lapsed': { looks: true },
  'periods.lockThrough': { places: ['companyId', 'date'] },
  'periods.unlock': { places: ['companyId'] },
  'periods.lockedThrough': { places: ['companyId'], looks: true },
  'approvals.approve': { places: ['record'], options: ['by?'] },
  'approvals.reject': { places: ['record'], options: ['by?', 'reason'] },
  'approvals.describe': { options: ['id', 'first_name', 'last_name', 'email?', 'avatar_url?'] },
  'maintenance.start': { options: ['for?', 'retryAfter?'] },
  'maintenance.stop': {},
  'maintenance.current': { looks: true },
  'contracts.activate': { places: ['id'] },
  'contracts.terminate': { places: ['id', 'date'] },
  'contracts.recordUsage': { places: ['items'] },
  'contracts.achieveMilestone': { places: ['id', 'name', 'date'] },
  'assets.dispose': { places: ['number'], options: ['date', 'proceeds'] },
  'exchangeRates.set': { places: ['from', 'to', 'rate', 'date?'] },
  'customFields.define': {
    options: [
      'name',
      'field_type',
      'applies_to',
      'description?',
      'helper_text?',
      'default_value?',
      'options?',
      'is_active?',
    ],
  },
} as const satisfies Readonly<Record<string, Arguments>>

export type AdminVerb = keyof typeof ADMIN_VERBS

export type Given = Readonly<Record<string, unknown>>

export function argumentsOf(verb: AdminVerb): readonly string[] {
  const { places = [], options = [] }: Arguments = ADMIN_VERBS[verb]
  return [...places, ...options]
}

export const bare = (argument: string): string => argument.replace('?', '')

/** Arguments whose type is the same in all calls. The methods check the others. */
const TYPES: Readonly<Record<string, Reader<unknown>>> = {
  key: text,
  organization: text,
  label: text,
  route: text,
  group: text,
  date: text,
  from: text,
  to: text,
  companyId: number,
  burst: number,
  refillPerSecond: number,
}

/** @throws OptionError for an unknown argument and for a missing one */
export function checkArguments(verb: AdminVerb, given: object = {}, option = ''): void {
  const known = argumentsOf(verb)
  const takes = `${verb} takes ${known.join(', ') || 'nothing'}`
  checkMembers(option, given, known.map(bare), takes)
  for (const name of known)
    if (!name.endsWith('?') && (given as Given)[name] === undefined)
      throw new OptionError(below(option, name), `${below(option, name)} is missing: ${takes}`)
}

/** Not for scenarios: their arguments may refer to earlier steps. @throws OptionError for a wrong type */
export function checkTypes(given: object): void {
  for (const [name, value] of Object.entries(given)) orUndefined(TYPES[name] ?? unchecked)(value, name)
}
