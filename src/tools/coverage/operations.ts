import type { OpenapiDocument, Simulator } from '../../index'
import { recordsAt } from '../calls'
import type { JoinedFact } from './joined-facts'

/** The report is measured by what a simulator offers. */
export interface OfferedOperations {
  readonly document: OpenapiDocument
  readonly register: ReturnType<Simulator['assumptions']['register']>
}

/** No operation is called for a report, which would cost more than the rest of it. */
const NO_EXAMPLES: Parameters<Simulator['describe']>[1] = {
  answer: () => undefined,
  parameters: () => ({}),
  request: () => undefined,
  error: () => undefined,
  event: undefined,
}

export const offerOf = (simulator: Simulator): OfferedOperations => ({
  document: simulator.describe(undefined, NO_EXAMPLES),
  register: simulator.assumptions.register(),
})

export interface CalledOperation {
  /** `POST /public/v1/invoices/`. */
  readonly operation: string
  readonly calls: number
  readonly statuses: Readonly<Record<string, number>>
  /** The statuses that the service's document has for it. */
  readonly documented: readonly string[]
  readonly success: string
  readonly isWrite: boolean
  /** True if its body has the day of a document. */
  readonly isDocument: boolean
  /** A list with pages whose records `simulator.make` makes. */
  readonly isList: boolean
  /** The member of `simulator.make` that makes its records; empty without one. */
  readonly records: string
}

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

interface Described {
  readonly responses?: Readonly<Record<string, unknown>>
  readonly parameters?: readonly { readonly name?: string }[]
  readonly requestBody?: { readonly content?: { readonly 'application/json'?: { readonly schema?: Schema } } }
}

/** The operations that tests have called, in the order of the document, and the number of the others. */
export function calledOperations(
  facts: readonly JoinedFact[],
  { document }: OfferedOperations,
): { readonly operations: readonly CalledOperation[]; readonly unused: number } {
  const answers = facts.filter(({ dimension, source }) => dimension === 'statuses' && source === 'test')
  const all = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses)
        .map(([method, described]) => ({
          path,
          method,
          operation: `${method.toUpperCase()} ${path}`,
          described,
        })),
  )
  const operations = all.flatMap(({ path, method, operation, described }) => {
    const { responses = {}, parameters = [], requestBody } = described
    const own = answers.filter((fact) => fact.operation === operation)
    if (own.length === 0) return []
    const documented = Object.keys(responses)
    const success = documented.find((status) => status.startsWith('2')) ?? '200'
    const answered = own.find(({ what }) => what.startsWith('2'))?.what
    const at = recordsAt(path)
    const records = method === 'get' && at?.rest === '' ? at.records : ''
    const isPaged = parameters.some(({ name }) => name === 'offset')
    return [
      {
        operation,
        calls: own.reduce((sum, { times }) => sum + times, 0),
        statuses: Object.fromEntries(own.map(({ what, times }) => [what, times])),
        documented,
        // An assumption may make it another one.
        success: answered ?? success,
        isWrite: method !== 'get',
        isDocument: hasDay(requestBody, document),
        isList: isPaged && records !== '',
        records,
      },
    ]
  })
  return { operations, unused: all.length - operations.length }
}

/** Tells whether a body has a member `date`. */
function hasDay(body: Described['requestBody'], { components }: OpenapiDocument): boolean {
  const { schema = {} } = body?.content?.['application/json'] ?? {}
  const name = schema.$ref?.slice('#/components/schemas/'.length)
  const own = name === undefined ? schema : (components.schemas?.[name] as Schema | undefined)
  return own?.properties?.date !== undefined
}
