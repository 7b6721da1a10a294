/** The service's bodies as zod schemas, for programs and tests that check real answers. */

import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { openapi } from 'accounting-simulator/openapi'
import * as z from 'zod'
import { refuseSurplus } from '../../errors/at-caller'
import { flag, members, orElse, unchecked } from '../../errors/reader'
import { onDemand, type ServiceSchemas, schemasIn } from './schemas'

// With an older zod the import succeeds, but members are missing.
if (typeof z.looseObject !== 'function')
  throw new Error("accounting-simulator/zod needs zod 4 or later, and the installed 'zod' is an older one")

export interface SchemaOptions extends Pick<SimulatorOptions, 'assumptions' | 'answers'> {
  /**
   * Refuses members and enum values that are missing from the service's description, at every depth. By
   * default answers may have additional members and enum values, because a service may add some at any time.
   * @default false
   */
  readonly strict?: boolean
}

const readSchemaOptions = members({
  strict: orElse(flag, false),
  // The simulator checks these options.
  assumptions: unchecked,
  answers: unchecked,
})

/**
 * The zod schemas of a service that answers as the options say, made from the definitions that the simulator
 * runs.
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
 * The loose schemas of the service with default options. They are made when the first member is read.
 * @example
 * const invoice = schemas.invoices.record.parse(await response.json())
 * invoice.amount_due // typed as the member of an Invoice
 */
export const schemas: ServiceSchemas = onDemand(() => serviceSchemas())

export type { ErrorBody, ListBody, OperationSchemas, RecordSchemas, ServiceSchemas } from './schemas'
