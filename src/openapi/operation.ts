import { titleOf } from '../kernel/name-words'
import { isBodiless } from '../service/http/responses/bodiless'
import type { Route } from '../service/http/routes/route'
import type { Described } from './described'
import { errorsOf } from './errors'
import type { Examples } from './examples'
import { type JsonSchema, referTo } from './json-schema'
import { pathParameters } from './parameters'

/** @param headers of every response to a known key */
export function operationObject(
  route: Route,
  described: Described,
  examples: Examples,
  headers: JsonSchema | undefined,
): JsonSchema {
  const { id, summary, item = '', parameters = [], status = 200, response } = described
  const isWrite = route.method !== 'GET'
  const given = examples.parameters(route.key)
  const inQuery = parameters.map((one) => ({ ...one, ...(one.required && exampled(given[one.name])) }))
  const asked = [...pathParameters(route.template, item, given), ...inQuery]
  return {
    operationId: id,
    summary,
    description: BASES[basisOf(route)],
    tags: [titleOf(route.group)],
    parameters: [...asked, ...(isWrite ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])],
    ...bodyOf(route, described, examples),
    responses: {
      [status]: {
        description: isWrite ? 'Done.' : 'What was asked for.',
        ...(headers && { headers }),
        ...(!isBodiless(status) && {
          content: { 'application/json': { schema: response, ...exampled(examples.answer(route.key)) } },
        }),
      },
      ...errorsOf(
        route,
        parameters.length > 0,
        parameters.some(({ name }) => name === 'limit'),
      ),
    },
    'x-basis': basisOf(route),
  }
}

function bodyOf({ takes, key }: Route, { request }: Described, examples: Examples): JsonSchema {
  if (takes === 'nothing') return {}
  const content =
    takes === 'files'
      ? { 'multipart/form-data': { schema: referTo('FilesUpload'), example: { files: ['paid'] } } }
      : { 'application/json': { schema: request ?? { type: 'object' }, ...exampled(examples.request(key)) } }
  return { requestBody: { required: true, content } }
}

const exampled = (example: unknown): JsonSchema => (example === undefined ? {} : { example })

type Basis = 'specified' | 'assumed'

const BASES: Readonly<Record<Basis, string>> = {
  specified: "Specified: the service's documentation shows this operation.",
  assumed: "Assumed: the service's documentation names the group and does not show this operation.",
}

/** The documentation shows only the webhooks of version 2, so its other operations are assumed (§5.4). */
function basisOf({ operation, version }: Route): Basis {
  if (operation === undefined) return 'specified'
  if (operation.verb === 'view') return operation.view.basis
  return version === 'v2' ? 'assumed' : operation.definition.basis
}
