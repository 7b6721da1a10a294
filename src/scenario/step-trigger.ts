import { wrongOption } from '../errors/option-error'
import { checkMembers, members, oneOfNames, orUndefined, type Reader, text, whole } from '../errors/reader'
import { isObject } from '../kernel/is-object'
import { faultReach } from '../service/fault-reach'
import type { FaultWorld } from '../service/http/faults/check-fault'
import { checkPattern } from '../service/http/faults/check-pattern'
import { acceptsNoSlash } from '../service/http/routes/route'
import type { StepTrigger } from './scenario'

const FORMS = "{ request: 'POST /public/v1/invoices/', nth: 3 } or { records: 'invoices', atLeast: 3 }"

/** The reader of the event that a step waits for. */
export function triggerOf({ registry, assumptions }: FaultWorld): Reader<unknown> {
  const withoutSlash = acceptsNoSlash({ assumptions })
  const request: Reader<string> = (given, option) => {
    const on = text(given, option)
    checkPattern(faultReach(registry), on, withoutSlash, option)
    return on
  }
  const byRequest = members({ request, nth: orUndefined(whole(1)) })
  const records = oneOfNames(registry.definitions.map(({ name }) => name))
  const byRecords = members({ records, atLeast: orUndefined(whole(1)) })
  return (given, option) => {
    if (isObject(given) && !('request' in given) && !('records' in given))
      checkMembers(option, given, ['request', 'nth', 'records', 'atLeast'])
    if (!isObject(given) || 'request' in given === 'records' in given) throw wrongOption(option, FORMS, given)
    return ('request' in given ? byRequest : byRecords)(given, option)
  }
}

/** The event in words, with the number that has come so far. */
export const describeTrigger = (when: StepTrigger, soFar: number): string =>
  'request' in when
    ? `waits for request ${when.nth ?? 1} of ${when.request}, ${soFar} so far`
    : `waits for ${when.atLeast ?? 1} ${when.records}, ${soFar} so far`
