import type { Line } from './entries'
import { incremental } from './incremental'

/** The terms of a filter (docs/timeline.md), each with what stands around a `|`. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = []
  for (const [word] of text.matchAll(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g)) {
    const last = terms.at(-1)
    if (last !== undefined && (word.startsWith('|') || last.endsWith('|')))
      terms[terms.length - 1] = last + word
    else terms.push(word)
  }
  return terms
}

/** The field that a term names; empty for a word. */
const fieldOf = (term: string): string => /^([a-z_]+)[:<>]/i.exec(term)?.[1]?.toLowerCase() ?? ''

/** Both fields say how a response ended, so a chip of one takes the place of the other. */
const ENDINGS = ['status', 'outcome']

/** The terms that stay when a chip says how a response ended. */
export const withoutEndings = (text: string): string =>
  termsOf(text)
    .filter((term) => !['kind', ...ENDINGS].includes(fieldOf(term)))
    .join(' ')

/** The text with terms that it did not have, in the place of others about the same; or without those that it had. */
export function toggled(text: string, wanted: string): string {
  const [there, own] = [termsOf(text), termsOf(wanted)]
  if (own.every((term) => there.includes(term))) return there.filter((term) => !own.includes(term)).join(' ')
  const fields = own.map(fieldOf)
  const replaced = fields.some((field) => ENDINGS.includes(field)) ? [...fields, ...ENDINGS] : fields
  return [...there.filter((term) => !replaced.includes(fieldOf(term))), ...own].join(' ')
}

export function holdsTerms(text: string, wanted: string): boolean {
  const there = termsOf(text)
  return termsOf(wanted).every((term) => there.includes(term))
}

/** The value of a field that a text asks for; empty without one. */
export const askedValue = (text: string, field: string): string =>
  unquoted(
    termsOf(text)
      .find((term) => term.startsWith(`${field}:`))
      ?.slice(field.length + 1) ?? '',
  )

const unquoted = (value: string): string => /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value

export const quotedValue = (value: string): string =>
  /[\s|"]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value

/** The fields of which values are proposed. */
const VALUES: Readonly<Record<string, (line: Line) => unknown>> = {
  status: ({ entry: { response, status } }) => response?.status ?? status,
  method: ({ entry: { request } }) => request?.method,
  route: ({ entry: { route } }) => route,
  key: ({ entry: { key } }) => key,
  kind: ({ entry: { kind } }) => kind,
  outcome: ({ entry: { kind, outcome, change } }) => (kind === 'work' ? undefined : (outcome ?? change)),
  topic: ({ entry: { topic } }) => topic,
  rule: ({ entry: { reason } }) => reason?.rule,
  fault: ({ entry: { fault } }) => fault,
  idempotency: ({ entry: { idempotencyKey } }) => idempotencyKey,
  record: ({ entry: { record, reason } }) => {
    const about = record ?? reason?.record
    return about && `${about.type}/${about.id}`
  },
}

/** Counts the entries with each value of a field, the most frequent value first. */
export const fieldCounts = (field: string) =>
  incremental(
    () => new Map<string, number>(),
    (counts, line) => {
      const value = VALUES[field]?.(line)
      if (value === undefined || value === null || value === '') return
      const name = String(value)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    (counts): readonly (readonly [string, number])[] => [...counts].sort(([, one], [, other]) => other - one),
  )

const SUGGESTIONS_AT_MOST = 12

/** Completes a text: with a field, then with a value that entries have. */
export function suggestionsFor(text: string, lines: readonly Line[], fields: readonly string[]) {
  const [, before = '', minus = '', last = ''] = /^(.*?)(-?)([^\s|]*)$/.exec(text) ?? []
  const start = before + minus
  const [, field, typed = ''] = /^([a-z_]+):"?(.*)$/i.exec(last) ?? []
  if (field === undefined)
    return fields
      .filter((name) => last !== '' && name.startsWith(last.toLowerCase()))
      .map((name) => ({ text: `${start}${name}:`, note: 'a field' }))
  return fieldCounts(field.toLowerCase())(lines)
    .filter(([value]) => value.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, SUGGESTIONS_AT_MOST)
    .map(([value, count]) => ({
      text: `${start}${field}:${quotedValue(value)}`,
      note: `${count} ${count === 1 ? 'entry' : 'entries'}`,
    }))
}
