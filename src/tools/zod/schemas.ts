import type {
  Archiving,
  Errors,
  OpenapiDocument,
  RecordSet,
  Records,
  WebhookEvent,
} from 'accounting-simulator'
import * as z from 'zod'
import { wrongChoice } from '../../errors/option-error'
import { suggestingNames } from '../../errors/suggesting-names'
import { isObject } from '../../kernel/is-object'
import { lazy } from '../../kernel/lazy'
import { SchemaConverter } from './converter'
import type { NOT_OFFERED } from './not-offered'

export { NOT_OFFERED } from './not-offered'

/** The body of every refusal (docs/service.md §7.3). */
export interface ErrorBody {
  /** False in every refusal. */
  success: false
  /** Messages by the name of a member, or under `__all__` for those of no member. */
  errors: Errors
}

/** A page of a list (docs/service.md §8.1). */
export interface ListBody<Entry> {
  /** The entries of this page. */
  items: Entry[]
  /** The number of all matches. */
  count: number
}

/** The schemas of a record type in version 1. */
export interface RecordSchemas<Input, Output, Change, Entry> {
  /** The response to reading, creating and changing a record. */
  readonly record: z.ZodType<Output>
  /** The body that creates a record. */
  readonly create: z.ZodType<Input>
  /** The body that changes a record. */
  readonly update: z.ZodType<Change>
  /** The response of the list; with the assumption `list-body: 'bare-array'` only the array of entries. */
  readonly list: z.ZodType<ListBody<Entry>>
}

/** The schemas of an operation. */
export interface OperationSchemas {
  /** The request body; undefined if the operation takes none. */
  readonly request: z.ZodType | undefined
  /** The body of a success; `z.undefined()` if a success has no body. */
  readonly response: z.ZodType
  /** The bodies of all responses by status. */
  readonly responses: Readonly<Record<string, z.ZodType>>
}

type SchemasOfSet<Set> =
  Set extends RecordSet<infer Input, infer Output, infer Change, infer _Query, infer Entry>
    ? RecordSchemas<Input, Output, Change, Entry>
    : never

/** The schemas that a record type offers. */
type Offered<Name> = keyof {
  [Part in keyof typeof NOT_OFFERED as Name extends (typeof NOT_OFFERED)[Part][number] ? never : Part]: true
}

/** One member for each record type, and the shared schemas. */
export type ServiceSchemas = {
  readonly [Name in keyof Records]: Pick<SchemasOfSet<Records[Name]>, Offered<Name>>
} & {
  /** The body of every refusal. */
  readonly error: z.ZodType<ErrorBody>
  /** The body of a delivery. */
  readonly webhookEvent: z.ZodType<WebhookEvent>
  /**
   * The schemas of each operation by method and path template: `'POST /public/v1/invoices/'`. Another name
   * with a space or a slash throws an `OptionError` with the nearest name.
   */
  readonly operations: Readonly<Record<string, OperationSchemas>>
}

type Operations = ServiceSchemas['operations']
type DocumentedOperation = Readonly<Record<string, unknown>>

/** @param names of the record types */
export function schemasIn(
  document: OpenapiDocument,
  names: readonly string[],
  isStrict: boolean,
): ServiceSchemas {
  const { schemas = {} } = document.components
  const converter = new SchemaConverter(schemas, isStrict)
  const makers = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const key = `${method.toUpperCase()} ${path}`
        return [key, () => operationSchemas(converter, document, operation)] as const
      }),
    ),
  )
  const operations: Operations = lazy(makers)
  const sent = member(document.webhooks.businessEvent, 'post')
  const made: Readonly<Record<string, () => unknown>> = {
    ...Object.fromEntries(
      names.map((name) => [
        name,
        () => suggestingNames(recordSchemas(document, operations, name), `schemas.${name}`),
      ]),
    ),
    error: () => converter.convert(schemas.Errors, 'answer'),
    webhookEvent: () => converter.convert(bodyOf(member(sent, 'requestBody')), 'answer'),
    operations: () => namedOperations(operations),
  }
  return suggestingNames(lazy<Record<string, unknown>>(made), 'schemas') as ServiceSchemas
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

const bodyOf = (message: unknown): unknown =>
  member(member(member(message, 'content'), 'application/json'), 'schema')

/** An object whose members are made when any of them is first read. */
export function onDemand<T extends object>(make: () => T): T {
  let made: T | undefined
  const whole = (): T => {
    made ??= make()
    return made
  }
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(whole(), name),
    has: (_, name) => Reflect.has(whole(), name),
    ownKeys: () => Reflect.ownKeys(whole()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(whole(), name),
  })
}

function operationSchemas(
  converter: SchemaConverter,
  document: OpenapiDocument,
  { requestBody, responses }: DocumentedOperation,
): OperationSchemas {
  const asked = bodyOf(requestBody)
  const all = Object.entries(responses as DocumentedOperation).map(([status, response]) => {
    const schema = bodyOf(resolved(document, response))
    return [status, schema === undefined ? z.undefined() : converter.convert(schema, 'answer')] as const
  })
  const success = all.find(([status]) => status.startsWith('2'))?.[1]
  const made: OperationSchemas = {
    request: asked === undefined ? undefined : converter.convert(asked, 'request'),
    response: success ?? z.undefined(),
    responses: Object.fromEntries(all),
  }
  return suggestingNames(made, 'operation')
}

function resolved(document: OpenapiDocument, response: unknown): unknown {
  const reference = member(response, '$ref')
  const name = typeof reference === 'string' ? reference.replace(/.*\//, '') : ''
  return document.components.responses?.[name] ?? response
}

/** Names without a space or a slash are allowed, because printing or comparing the object reads them. */
const namedOperations = (operations: Operations): Operations =>
  new Proxy(operations, {
    get(known, name) {
      if (typeof name === 'string' && /[ /]/.test(name) && !Object.hasOwn(known, name))
        throw wrongChoice('operations', Object.keys(known), name)
      return Reflect.get(known, name)
    },
  })

const ARCHIVING: z.ZodType<Archiving> = z.object({ record_status: z.literal('archived') })

/** The schemas of a record type's operations in version 1, without those that it does not offer. */
function recordSchemas(
  document: OpenapiDocument,
  operations: Operations,
  name: string,
): Partial<RecordSchemas<unknown, unknown, unknown, unknown>> {
  const listId = `list${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const [path = ''] =
    Object.entries(document.paths).find(([, { get }]) => member(get, 'operationId') === listId) ?? []
  const item = Object.keys(document.paths).find(
    (one) => one.startsWith(path) && /^\{\w+\}\/$/.test(one.slice(path.length)),
  )
  const [list, post] = ['GET', 'POST'].map((method) =>
    path === '' ? undefined : operations[`${method} ${path}`],
  )
  const [get, put, patch, remove] = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    item === undefined ? undefined : operations[`${method} ${item}`],
  )
  const [record, change] = [get?.response ?? post?.response, (put ?? patch)?.request]
  // A record that cannot be deleted can be archived (docs/service.md §11.1).
  const update = change && put && !remove ? z.union([change, ARCHIVING]) : change
  return {
    ...(record && { record }),
    ...(post?.request && { create: post.request }),
    ...(update && { update }),
    ...(list && { list: list.response as z.ZodType<ListBody<unknown>> }),
  }
}
