import { memoize } from '../../kernel/memoize'
import type { Registry } from '../model/compiled-type'
import type { AnswerForm, DecimalForm } from '../model/context'
import type { Fields } from '../schema/fields'

/**
 * Rewrites records in the form that the option `answers` asks for (§17).
 * @param record the name of the record type, whose absent members are left out
 */
export function reformed(
  registry: Registry,
  form: AnswerForm,
  record: string | undefined,
  body: unknown,
): unknown {
  const absent = new Set(record === undefined ? [] : form.absent[record])
  const isAbsent = (value: unknown, path: string): boolean =>
    absent.has(path) || (value === null && form.nulls === 'absent')
  const walk = (value: unknown, parent: string, path: string, isFree: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, parent, path, isFree))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([name, held]) => !isAbsent(held, path + name))
    return Object.fromEntries(
      members.map(([name, held]) => {
        const kind = isFree ? 'free' : numberFormOf(registry, parent, name)
        if (kind !== undefined && kind !== 'free') return [name, written(held, form[kind])]
        return [name, walk(held, name, `${path}${name}.`, kind === 'free')]
      }),
    )
  }
  return walk(body, '', '', false)
}

/** Writes a decimal in this form: trailing zeros are cut or added. */
function written(value: unknown, form: DecimalForm | undefined): unknown {
  if (typeof value !== 'string' || form === undefined) return value
  if (form === 'number') return Number(value)
  const [whole = '', fraction = ''] = value.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(form, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Money, other decimals, or free content that a user wrote. */
type NumberForm = 'amounts' | 'rates' | 'free'

/** @param parent the member that contains it; empty for a member of the record itself */
export const numberFormOf = (registry: Registry, parent: string, name: string): NumberForm | undefined =>
  numberFormsOf(registry).get(`${parent}/${name}`) ?? numberFormsOf(registry).get(name)

/** Keyed by the name of the member. A nested member has the outer name before its own: `items/rate`. */
const numberFormsOf = memoize((registry: Registry): ReadonlyMap<string, NumberForm> => {
  const forms = new Map<string, NumberForm>()
  const note = (fields: Fields, prefix: string): void => {
    for (const [name, { kind, places, special, members, element }] of Object.entries(fields)) {
      if (kind === 'decimal') forms.set(prefix + name, places === 2 ? 'amounts' : 'rates')
      if (kind === 'any' || special === 'custom-fields') forms.set(prefix + name, 'free')
      note(members ?? element?.members ?? {}, `${name}/`)
    }
  }
  for (const { fields } of [...registry.everything, ...registry.views]) note(fields, '')
  return forms
})
