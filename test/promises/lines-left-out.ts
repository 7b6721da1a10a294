import { isRefusal } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { linesMemberOf } from '../support/lines'
import type { Subject } from '../support/subject'

const TAX = { code: 'T', rate: 4.28, amount: 4.28, is_taxable: true, tax_exempt_amount: 0 }

/**
 * What an answer shows of a line and a PUT leaves out returns to its first value, or is missed: the answer is that of a
 * creation from the same body, or the same refusal (docs/service.md §7.1), whether the line is named by its id or not.
 */
export function linesLeftOut(subject: Subject): void {
  describe.each(casesOf(subject))('$definition.name, $member', ({ definition, member, names }) => {
    const ways = definition.name === 'contracts' ? [true] : [true, false]
    it.each(names.flatMap((name) => ways.map((isNamed) => ({ name, isNamed }))))(
      '$name, by id: $isNamed',
      ({ name, isNamed }) => {
        const opened = () => {
          const ground = groundOf(subject)
          // A contract that is not a draft cannot be changed.
          const draft = definition.contract ? { status: 'draft' } : {}
          const body: Json = { ...ground.body(definition, { extent: 'full', variant: 1 }), ...draft }
          const taxed = elementOf(definition, member).tax ? { tax: TAX } : {}
          const lines: Json[] = (body[member] as Json[]).map(({ id: _, ...line }) => ({ ...taxed, ...line }))
          const less = lines.map(({ [name]: _, ...line }) => line)
          return {
            ground,
            records: ground.records(definition),
            full: { ...body, [member]: lines },
            less: { ...body, [member]: less },
          }
        }
        const edited = opened()
        const { body: full } = attempt(() => edited.records.create(edited.full))
        if (!full) throw new Error('the full body is refused')
        const id = edited.ground.idOf(definition, full)
        const known = full[member] as Json[]
        const named = (edited.less[member] as Json[]).map((line, at) => ({ ...line, id: known[at]?.id }))
        const sent = isNamed ? { ...edited.less, [member]: named } : edited.less
        const seen = attempt(() => edited.records.update(id, sent))
        const made = opened()
        const first = attempt(() => made.records.create(made.less))
        expect(seen.errors).toEqual(first.errors)
        expect(linesIn(seen.body, member)).toEqual(linesIn(first.body, member))
        expect(seen.body?.amount).toEqual(first.body?.amount)
      },
    )
  })
}

const elementOf = ({ fields }: Definition, member: string) => fields[member]?.element?.members ?? {}

/** The members of lines that a request can set and every answer shows. */
const casesOf = ({ definitions }: Subject) =>
  definitions.flatMap((definition) => {
    const member = linesMemberOf(definition)
    if (member === undefined || definition.partialUpdate) return []
    const names = Object.entries(elementOf(definition, member)).flatMap(([name, { presence, shown }]) =>
      presence !== 'none' && shown === 'always' && name !== 'id' ? [name] : [],
    )
    return names.length > 0 ? [{ definition, member, names }] : []
  })

function attempt(work: () => Json): { body?: Json; errors?: unknown } {
  try {
    return { body: work() }
  } catch (error) {
    if (isRefusal(error)) return { errors: error.errors }
    throw error
  }
}

/** Ids are given anew. */
const linesIn = (body: Json | undefined, member: string) =>
  (body?.[member] as Json[] | undefined)?.map(({ id: _, ...line }) => line)
