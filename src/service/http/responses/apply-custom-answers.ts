import type { AnswerForm } from '../../../engine/model/custom-answers'
import type { Registry } from '../../../engine/model/registry'
import type { World } from '../../../engine/model/world'
import { reformed } from '../../../engine/read/answer-form'
import type { WireResponse } from '../../../events/traffic/wire-message'
import { withoutParameterNames } from '../rate-limits/limits'
import type { Route } from '../routes/route'
import type { Match } from '../routes/router'
import { isBodiless } from './bodiless'

/** The response as the host asked for it (§17). */
export function applyCustomAnswers(
  { answers, registry }: World,
  reply: WireResponse,
  match: Match,
): WireResponse {
  if (answers === undefined) return reply
  const { reword, headers, statuses, form } = answers
  const customized = { ...reply, headers: { ...headers, ...reply.headers } }
  if (reply.status >= 400) return reword ? { ...customized, body: reworded(reply.body, reword) } : customized
  const route = match.kind === 'route' ? match.route : undefined
  const status = statuses.get(withoutParameterNames(route?.key ?? '')) ?? reply.status
  if (isBodiless(status)) {
    const { 'content-type': _, ...others } = customized.headers
    return { ...customized, status, headers: others, body: '' }
  }
  if (form === undefined || reply.body === '') return { ...customized, status }
  const body = bodyIn(registry, form, route?.operation, JSON.parse(reply.body))
  return { ...customized, status, body: JSON.stringify(body) }
}

function reworded(body: string, reword: (text: string) => string): string {
  const parsed = JSON.parse(body) as { success: boolean; errors: Readonly<Record<string, readonly string[]>> }
  const errors = Object.entries(parsed.errors).map(([member, texts]) => [member, texts.map(reword)])
  return JSON.stringify({ ...parsed, errors: Object.fromEntries(errors) })
}

function bodyIn(registry: Registry, form: AnswerForm, offer: Route['operation'], body: unknown): unknown {
  const isOfRecords = offer !== undefined && offer.verb !== 'view' && offer.verb !== 'act'
  const record = isOfRecords ? offer.definition.name : undefined
  const isPage = offer?.verb === 'list' && !Array.isArray(body)
  if (!isPage) return reformed(registry, form, record, body)
  return { ...(body as Page), items: reformed(registry, form, record, (body as Page).items) }
}

interface Page {
  readonly items: unknown
}
