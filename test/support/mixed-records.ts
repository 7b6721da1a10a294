import type { Definition } from '../../src/engine/schema/define'
import type { Chance } from './chance'
import type { Json } from './client'
import type { Ground } from './ground'
import { SETTINGS } from './setting'

const VARIANTS = 12

/** Records of a type as a year leaves them: of both companies, in both currencies, drafts and archived ones among them. */
export function mixRecords(ground: Ground, definition: Definition, count: number, chance: Chance): void {
  for (let made = 0; made < count; made += 1) {
    const setting = chance.pick(SETTINGS)
    const body = ground.body(definition, { extent: 'full', variant: chance.below(VARIANTS), setting })
    const status = chance.pick(['draft', 'archived', 'posted', 'posted', 'posted'])
    const isDraft = definition.document && status === 'draft'
    const record = ground.records(definition).create({ ...body, ...(isDraft && { record_status: 'draft' }) })
    if (!definition.document || isDraft) continue
    if (status === 'archived')
      ground.records(definition).update(ground.idOf(definition, record), { ...body, record_status: status })
    else takeFrom(ground, definition, record, chance)
  }
}

/** Takes all of some orders, and a part of others. */
function takeFrom(ground: Ground, { order, document }: Definition, record: Json, chance: Chance): void {
  const taker = ground.subject.definitions.find(({ name }) => name === order?.by.resource)
  const share = chance.below(3)
  if (!order || !taker || share === 0) return
  const lines = (record[order.lines] as Json[]).slice(0, share)
  const party = document?.counterparty ?? ''
  ground.records(taker).create({
    date: record.date,
    company_id: record.company_id,
    currency_iso_4217_code: record.currency_iso_4217_code,
    exchange_rate: record.exchange_rate,
    [party]: record[party],
    [order.by.member]: record[order.by.key],
    items: lines.map(({ item_id, quantity, rate }, index) => ({
      item_id,
      quantity,
      rate,
      position: index + 1,
    })),
  })
}
