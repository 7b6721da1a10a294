import type { AnswerForm, DecimalForm } from '../../../engine/model/custom-answers'
import type { Registry } from '../../../engine/model/registry'
import type { World } from '../../../engine/model/world'
import type { Fields } from '../../../engine/schema/fields'
import type { WireResponse } from '../../../events/traffic/wire-message'
import { oncePer } from '../../../kernel/once-per'
import { unnamed } from '../rate-limits/rate-policy'
import type { Route } from '../routes/route'
import type { Match } from '../routes/router'
import { isBodiless } from './bodiless'

/** The response as the host asked for it (docs/service.md §17). */
export function customize({ answers, registry }: World, reply: WireResponse, match: Match): WireResponse {
  if (answers === undefined) return reply
  const { reword, headers, statuses, form } = answers
  const customized = { ...reply, headers: { ...headers, ...reply.headers } }
  if (reply.status >= 400) return reword ? { ...customized, body: reworded(reply.body, reword) } : customized
  const route = match.kind === 'route' ? match.route : undefined
  const status = statuses.get(unnamed(route?.key ?? '')) ?? reply.status
  if (isBodiless(status)) {
    const { 'content-type': _, ...others } = customized.headers
    return { ...customized, status, headers: others, body: '' }
  }
  if (form === undefined || reply.body === '') return { ...customized, status }
  const body = reformed(registry, form, route?.offer, JSON.parse(reply.body))
  return { ...customized, status, body: JSON.stringify(body) }
}

function reworded(body: string, reword: (text: string) => string): string {
  const parsed = JSON.parse(body) as { success: boolean; errors: Readonly<Record<string, readonly string[]>> }
  const errors = Object.entries(parsed.errors).map(([member, texts]) => [member, texts.map(reword)])
  return JSON.stringify({ ...parsed, errors: Object.fromEntries(errors) })
}

/** The body of a success. Paths begin at a record. */
function reformed(registry: Registry, form: AnswerForm, offer: Route['offer'], body: unknown): unknown {
  const isOfRecords = offer !== undefined && offer.verb !== 'view' && offer.verb !== 'act'
  const absent = new Set(isOfRecords ? form.absent[offer.definition.name] : [])
  const kinds = kindsOf(registry)
  const isAbsent = (value: unknown, path: string): boolean =>
    absent.has(path) || (value === null && form.nulls === 'absent')
  const walk = (value: unknown, parent: string, path: string, isFree: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, parent, path, isFree))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([name, held]) => !isAbsent(held, path + name))
    return Object.fromEntries(
      members.map(([name, held]) => {
        const kind = isFree ? 'free' : (kinds.get(`${parent}/${name}`) ?? kinds.get(name))
        if (kind !== undefined && kind !== 'free') return [name, written(held, form[kind])]
        return [name, walk(held, name, `${path}${name}.`, kind === 'free')]
      }),
    )
  }
  const isPage = offer?.verb === 'list' && !Array.isArray(body)
  const walkAll = (value: unknown): unknown => walk(value, '', '', false)
  return isPage ? { ...(body as Page), items: walkAll((body as Page).items) } : walkAll(body)
}

interface Page {
  readonly items: unknown
}

/** Zeros at the end are cut or added. */
function written(value: unknown, form: DecimalForm | undefined): unknown {
  if (typeof value !== 'string' || form === undefined) return value
  if (form === 'number') return Number(value)
  const [whole = '', fraction = ''] = value.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(form, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Money, other decimals, or what the user wrote in a form of its own. */
type Kind = 'amounts' | 'rates' | 'free'

/** By the name of the member; of one within another, with the name of the outer one: `items/rate`. */
const kindsOf = oncePer((registry: Registry): ReadonlyMap<string, Kind> => {
  const kinds = new Map<string, Kind>()
  const note = (fields: Fields, prefix: string): void => {
    for (const [name, { kind, places, special, members, element }] of Object.entries(fields)) {
      if (kind === 'decimal') kinds.set(prefix + name, places === 2 ? 'amounts' : 'rates')
      if (kind === 'any' || special === 'custom-fields') kinds.set(prefix + name, 'free')
      note(members ?? element?.members ?? {}, `${name}/`)
    }
  }
  for (const { fields } of [...registry.everything, ...registry.views]) note(fields, '')
  return kinds
})
