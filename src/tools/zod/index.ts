/** The service's bodies as schemas of zod, for programs and tests that check what it really answers. */

import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { openapi } from 'accounting-simulator/openapi'
import * as z from 'zod'
import { refuseSurplus } from '../../errors/at-caller'
import { flag, members, orElse, unchecked } from '../../errors/reader'
import { onDemand, type ServiceSchemas, schemasIn } from './schemas'

// The members of an older zod are missing here, and no import fails.
if (typeof z.looseObject !== 'function')
  throw new Error("accounting-simulator/zod needs zod 4 or later, and the installed 'zod' is an older one")

export interface SchemaOptions extends Pick<SimulatorOptions, 'assumptions' | 'answers'> {
  /**
   * Refuses members and words that the description of the service does not have, at every depth. Without it members of
   * answers may be added, and their enumerations may have new words: a service does that any day.
   * @default false
   */
  readonly strict?: boolean
}

const readSchemaOptions = members({
  strict: orElse(flag, false),
  // The simulator checks them.
  assumptions: unchecked,
  answers: unchecked,
})

/**
 * The schemas of a service that answers as the options say. They are made from the definitions that the simulator runs.
 *
 * @throws OptionError for an unknown option, assumption or answer
 * @example
 * const { invoices } = serviceSchemas({ strict: true, assumptions: { 'list-body': 'bare-array' } })
 * invoices.list.parse(await response.json())
 */
export function serviceSchemas(options: SchemaOptions = {}): ServiceSchemas {
  refuseSurplus(serviceSchemas, arguments, 1)
  const { strict, ...given } = readSchemaOptions(options, '')
  const simulator = createSimulator(given as SimulatorOptions)
  try {
    return schemasIn(openapi(simulator), Object.keys(simulator.records), strict)
  } finally {
    simulator[Symbol.dispose]()
  }
}

/**
 * The schemas of the service as it is described, loose. They are made when one is first read.
 *
 * @example
 * const invoice = schemas.invoices.record.parse(await response.json())
 * invoice.amount_due // typed as the member of an Invoice
 */
export const schemas: ServiceSchemas = onDemand(() => serviceSchemas())

export type { ErrorBody, ListBody, OperationSchemas, RecordSchemas, ServiceSchemas } from './schemas'
