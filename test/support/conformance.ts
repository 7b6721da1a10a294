import type { SimulatorOptions } from 'accounting-simulator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type * as z from 'zod'
import type { OpenapiDocument } from '../../src/openapi/document'
import { schemasIn } from '../../src/tools/zod/schemas'
import type { Subject } from './subject'

type Json = Readonly<Record<string, unknown>>

/** An exchange over HTTP, as far as an OpenAPI document says something of it. */
export interface Exchange {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** Undefined where it is no JSON. */
  readonly sent: unknown
  readonly status: number
  readonly text: string
}

/** The violations of a document by an exchange; empty if it conforms. */
export type Conformance = (exchange: Exchange) => string[]

/** Judges exchanges by a document. An operation is looked at when it is first met. */
export function conformanceTo(document: OpenapiDocument): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document as unknown as Json, 'document')
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(document, path) }))

  // The service ignores members of a request that it does not know.
  const [loose, strict] = [false, true].map((isStrict) => schemasIn(document, [], isStrict).operations)

  /** What the schemas of accounting-simulator/zod say of a body. */
  const refusals = (schema: z.ZodType | undefined, value: unknown): string[] =>
    schema
      ?.safeParse(value)
      .error?.issues.map((issue) => `zod: ${issue.path.join('.') || '/'} ${issue.message}`) ?? []

  /** The violations of the schema at that path of the document. */
  const complaints = (place: readonly string[], value: unknown): string[] => {
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const known = validators.get(pointer)
    const validate = known ?? ajv.compile({ $ref: `document#/${pointer}` })
    validators.set(pointer, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
  }

  return ({ method, path, sent, status, text }) => {
    const [pathname = ''] = path.split('?')
    const verb = method.toLowerCase()
    const template = templates.find(({ pattern }) => pattern.test(pathname))?.path
    const operation = template === undefined ? undefined : document.paths[template]?.[verb]
    if (template === undefined || !operation)
      return status < 400 ? [`${method} ${path} is not described`] : []
    const responses = operation.responses as Readonly<Record<string, Json>>
    const response = responses[status]
    if (!response) return [`${method} ${template} answers ${status}, which is not described`]
    const place = ['paths', template, verb]
    const answered = answerPlace(place, String(status), response)
    const { requestBody } = operation as { requestBody?: { content: Json } }
    const asked =
      status < 300 && sent !== undefined && requestBody?.content['application/json']
        ? [
            ...complaints([...place, 'requestBody', 'content', 'application/json', 'schema'], sent),
            ...refusals(loose?.[`${method} ${template}`]?.request, sent),
          ]
        : []
    const parsed = text === '' ? undefined : JSON.parse(text)
    const given =
      text === ''
        ? []
        : [
            ...complaints(answered, parsed),
            ...refusals(strict?.[`${method} ${template}`]?.responses[status], parsed),
          ]
    return [
      ...asked.map((one) => `${method} ${template} accepts what is not described: ${one}`),
      ...given.map((one) => `${method} ${template} ${status}: ${one}`),
    ]
  }
}

/** A shared response stands in a place of its own. */
function answerPlace(operation: readonly string[], status: string, { $ref }: Json): string[] {
  const place = typeof $ref === 'string' ? $ref.slice(2).split('/') : [...operation, 'responses', status]
  return [...place, 'content', 'application/json', 'schema']
}

/** Path parameters are integers unless the document says otherwise. */
function patternOf(document: OpenapiDocument, path: string): RegExp {
  const isUuid = path.includes('{uuid}') && document.paths[path] !== undefined
  return new RegExp(`^${path.replace(/\{\w+\}/g, isUuid ? '[0-9a-f-]{36}' : '-?\\d+')}$`)
}

const known = new WeakMap<Subject, Map<string, Conformance>>()

/** Judges by the document of a simulator of these record types with the same assumptions. */
export function conformanceOf(subject: Subject, options: SimulatorOptions): Conformance {
  const { assumptions = {}, strict = false } = options
  const name = JSON.stringify([assumptions, strict])
  const judges = known.get(subject) ?? new Map<string, Conformance>()
  known.set(subject, judges)
  const judge = judges.get(name) ?? conformanceTo(subject.open({ assumptions, strict }).openapi())
  judges.set(name, judge)
  return judge
}
