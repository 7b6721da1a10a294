import { OptionError } from '../errors/option-error'
import { faultReach } from '../service/fault-reach'
import type { FaultWorld } from '../service/http/faults/check-fault'
import { checkPattern } from '../service/http/faults/check-pattern'
import { checkShape, demand, demandForm, demandName, isObject } from './check-shape'
import type { StepTrigger } from './scenario'

/** Checks the event that a step waits for. */
export function checkTrigger(
  step: Readonly<Record<string, unknown>>,
  path: string,
  { registry, assumptions }: FaultWorld,
): void {
  const { when } = step
  if (when === undefined) return
  for (const name of ['at', 'repeat'])
    demand(step[name] === undefined, `${path}.${name}`, 'cannot be combined with when, which gives the time')
  const place = `${path}.when`
  const forms = "{ request: 'POST /public/v1/invoices/', nth: 3 } or { records: 'invoices', atLeast: 3 }"
  demandForm(isObject(when) && 'request' in when !== 'records' in when, place, forms, when)
  const isBare = assumptions.peek('trailing-slash') === 'accept'
  const checkRequest = (value: unknown, where: string): void => {
    demandForm(typeof value === 'string', where, 'a text such as `POST /public/v1/invoices/`', value)
    try {
      checkPattern(faultReach(registry), value, isBare)
    } catch (error) {
      if (!(error instanceof OptionError)) throw error
      throw new OptionError(where, error.message.replace(error.option, where))
    }
  }
  const names = registry.definitions.map(({ name }) => name)
  const checkRecords = (value: unknown, where: string): void => demandName(value, where, names)
  if ('request' in when) checkShape(when, place, { request: checkRequest, nth: checkCount }, undefined)
  else checkShape(when, place, { records: checkRecords, atLeast: checkCount }, undefined)
}

function checkCount(value: unknown, path: string): void {
  demandForm(
    value === undefined || (Number.isSafeInteger(value) && (value as number) > 0),
    path,
    'a whole number above 0',
    value,
  )
}

/** The event in words, with the number that has come so far. */
export const toldTrigger = (when: StepTrigger, soFar: number): string =>
  'request' in when
    ? `waits for request ${when.nth ?? 1} of ${when.request}, ${soFar} so far`
    : `waits for ${when.atLeast ?? 1} ${when.records}, ${soFar} so far`
