import type { Definition, Verb } from '../engine/schema/define'
import { capitalised, inWords } from '../kernel/name-words'
import type { Route, RouteOperation } from '../service/http/routes/route'
import type { Described } from './described'
import { furtherOperation } from './further-operations'
import type { DocumentAssumptions } from './guesses'
import { arraySchema, type JsonSchema, referTo } from './json-schema'
import { filterParameters, listParameters, pathNames } from './parameters'
import { entryDiffers, pagedName, schemaNames } from './record-schemas'
import { requestSchema } from './request-schema'

/** The description of a route; undefined for a route without a definition or an entry in the tables. */
export function describeRoute(route: Route, guesses: DocumentAssumptions): Described | undefined {
  const { operation } = route
  if (operation === undefined) return describedFurther(route, guesses)
  if (operation.verb === 'view') return describedView(operation, guesses)
  if (operation.verb === 'act') return describedAction(route, operation, guesses)
  return describedVerb(route, operation.verb, operation.definition, guesses)
}

function describedFurther(route: Route, guesses: DocumentAssumptions): Described | undefined {
  const further = furtherOperation(route.key, guesses)
  if (!further?.listsBelow) return further
  const { resource, by } = further.listsBelow
  const parameters = listParameters(guesses, guesses.named(resource), [by, ...pathNames(route.template)])
  return { ...further, parameters }
}

function describedView(
  { view }: Extract<RouteOperation, { verb: 'view' }>,
  guesses: DocumentAssumptions,
): Described {
  return {
    id: `list${capitalised(view.name)}V3Alpha`,
    summary: `List ${words(view.path)}`,
    parameters: listParameters(guesses, guesses.viewed(view)),
    response: listSchema(view.model, guesses),
  }
}

function describedAction(
  route: Route,
  { action }: Extract<RouteOperation, { verb: 'act' }>,
  guesses: DocumentAssumptions,
): Described | undefined {
  const further = furtherOperation(route.key, guesses)
  return (
    further && { ...further, ...(action.body && { request: requestSchema(action.body, guesses.reading) }) }
  )
}

function describedVerb(
  route: Route,
  verb: Verb,
  definition: Definition,
  guesses: DocumentAssumptions,
): Described {
  const { model, name, path, identifier } = definition
  const { record, entry, input, change } = schemaNames(definition, entryDiffers(definition))
  const later = route.version === 'v1' ? '' : route.version.toUpperCase()
  const one = inWords(model)
  const item = `The ${identifier} of the ${one}.`
  switch (verb) {
    case 'list':
      return {
        id: `list${capitalised(name)}${later}`,
        summary: `List ${words(path)}`,
        parameters: listParameters(guesses, definition),
        response: listSchema(entry, guesses),
      }
    case 'get':
      return {
        id: `get${model}${later}`,
        summary: `Read one ${one}`,
        parameters: guesses.filteredGets
          ? filterParameters(guesses, definition, pathNames(route.template))
          : [],
        item,
        response: referTo(record),
      }
    case 'create':
      return {
        id: `create${model}${later}`,
        summary: `Create one ${one}`,
        request: referTo(input),
        status: guesses.created(definition.createStatus?.[route.version as 'v1'] ?? 200),
        response: referTo(record),
      }
    case 'update':
      return {
        id: `update${model}${later}`,
        summary: definition.partialUpdate ? `Change members of one ${one}` : `Replace one ${one}`,
        item,
        request: referTo(change),
        response: referTo(record),
      }
    case 'attach':
      return {
        id: `attachTo${model}${later}`,
        summary: `Attach files to one ${one}`,
        item,
        response: referTo(record),
      }
    case 'remove':
      return {
        id: `delete${model}${later}`,
        summary: `Delete one ${one}`,
        item,
        ...(guesses.silentDelete ? { status: 204 } : {}),
        response: referTo('Success'),
      }
  }
}

const listSchema = (entry: string, { bareLists }: DocumentAssumptions): JsonSchema =>
  bareLists ? arraySchema(referTo(entry)) : referTo(pagedName(entry))

/** `recurring/journal-entries` -> `recurring journal entries` */
const words = (path: string): string => path.replace(/[-/]/g, ' ')
