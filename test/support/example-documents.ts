import type { Definition } from '../../src/engine/schema/define'
import type { Json } from './client'
import type { Ground } from './ground'
import type { Setting } from './setting'

/** The definition and world that a body is made for. */
export interface BodyContext {
  readonly ground: Ground
  readonly definition: Definition
  readonly full: boolean
  readonly variant: number
  /** The counterparty of the record. */
  readonly party: unknown
  readonly setting: Setting
}

/** Before whatever names it. */
const LONG_AGO = '2026-01-02'
/** Documents of this variant are worth more than any example takes from them. */
const AMPLE = 12
const UNDEPOSITED_FUNDS = 1150

interface Named {
  readonly by: string
  readonly resource: string
}

/** Lines that name documents: each names one, made for the purpose, with an amount that fits. */
export function namingLines(context: BodyContext, member: string, lines: readonly Json[]): Json[] {
  const { settles, deposits } = context.definition
  if (deposits?.lines === member) {
    const kinds = kindsOf(context, deposits.sources)
    return lines.map((line, index) => {
      const kind = pick(kinds, context.variant + index)
      const source = made(context, kind.resource, { variant: context.variant + index })
      return { ...line, ...alone([...kinds, { by: deposits.accounts }], kind.by), ...depositOf(kind, source) }
    })
  }
  if (settles?.lines !== member) return [...lines]
  const rivals = [...settles.references, ...(settles.accounts ? [{ by: settles.accounts }] : [])]
  const named = settles.references.map(({ by, settles: resource, counts }) => ({ by, resource, counts }))
  const kinds = kindsOf(context, named)
  const [up, down] = [
    kinds.filter(({ counts }) => counts === 'up'),
    kinds.filter(({ counts }) => counts === 'down'),
  ]
  return lines.map((line, index) => {
    const isDown = index === 1 && context.variant % 2 === 1 && down.length > 0
    const kind = pick(isDown ? down : up, context.variant)
    const { number } = made(context, kind.resource)
    const amount = `${isDown ? 1 : (context.variant % 6) + 1}.25`
    return { ...line, ...alone(rivals, kind.by), [kind.by]: number, amount }
  })
}

/** Members of the record itself that name documents: one source, one document referred to, the order. */
export function namedDocuments(context: BodyContext): Json {
  const { definition, variant, full } = context
  const sources = (definition.settles?.sources ?? []).map(({ by, settles }) => ({ by, resource: settles }))
  const referred = full ? (definition.refersTo ?? []) : []
  const members: Json = {}
  for (const kinds of [kindsOf(context, sources), kindsOf(context, referred)]) {
    if (kinds.length === 0) continue
    const { by, resource } = pick(kinds, variant)
    Object.assign(members, alone(kinds, by), { [by]: made(context, resource, { variant: AMPLE }).number })
  }
  const { member = '', resource = '', key = 'number' } = (full && definition.fulfils) || {}
  if (kindsOf(context, [{ by: member, resource }]).length > 0)
    members[member] = made(context, resource, { variant })[key]
  return members
}

const pick = <One>(kinds: readonly One[], index: number): One => kinds[index % kinds.length] as One

const alone = (rivals: readonly { readonly by: string }[], by: string): Json =>
  Object.fromEntries(rivals.filter((rival) => rival.by !== by).map((rival) => [rival.by, null]))

/** The kinds whose record types exist. */
const kindsOf = <Kind extends Named>({ ground }: BodyContext, kinds: readonly Kind[]): Kind[] =>
  kinds.filter(({ resource }) => ground.subject.definitions.some(({ name }) => name === resource))

/** A source is deposited whole. */
const depositOf = ({ by }: Named, source: Json): Json => ({
  [by]: source.number,
  amount:
    source.bank_or_undeposited_account_amount ??
    source.bank_or_undeposited_funds_amount ??
    source.bank_or_credit_card_amount,
})

/** A document of the same counterparty; money that comes in lies in Undeposited Funds. */
function made(context: BodyContext, resource: string, { variant = 0 } = {}): Json {
  const { ground, definition, party, setting } = context
  const target = ground.subject.definitions.find(({ name }) => name === resource) as Definition
  const { counterparty = '' } = definition.document ?? {}
  const isIncoming = target.depositable && target.fields.account_number?.presence === 'required'
  return ground.records(target).create({
    ...ground.body(target, { variant, setting, ...(counterparty in target.fields && { party }) }),
    date: LONG_AGO,
    ...(isIncoming && { account_number: UNDEPOSITED_FUNDS }),
  })
}
