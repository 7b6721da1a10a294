import type { Row } from '../../kernel/store'
import { Problems } from '../model/errors'
import { texts } from '../model/messages'
import { present } from '../read/serialize'
import type { Deed, Scene } from '../write/action-handler'
import { create } from '../write/create'
import { save } from '../write/save'
import { Work } from '../write/write'
import { printedPage } from './printed-page'
import { findSource, sourceOfCheck } from './source'

/** Makes the check of one record and prints it (docs/service.md §4.6.17). */
export const printNow: Deed = ({ world, resource, organization, actor }, { transaction_id }) => {
  const row = create(world, resource, organization, actor, { transaction_id, record_status: 'printed' })
  return {
    body: {
      paper_check: present(world, organization, resource, row, 'detail'),
      pdf_content: printedPage(world),
    },
    summary: `printed ${resource.definition.model} ${String(row.id)}`,
  }
}

/** Makes checks that wait to be printed, one for each record, all or none (docs/service.md §4.6.17). */
export const printLater: Deed = ({ world, resource, organization, actor }, { transaction_ids }) => {
  const ids = transaction_ids as readonly number[]
  const problems = new Problems()
  if (ids.length === 0) problems.add('transaction_ids', texts.required)
  const seen = new Set<Row>()
  for (const [index, id] of ids.entries()) {
    const source = findSource(world, organization, id)
    const text = typeof source === 'string' ? source : seen.has(source.row) && texts.twice('Transaction', id)
    if (text) problems.add('transaction_ids', texts.line(index, text))
    if (typeof source !== 'string') seen.add(source.row)
  }
  problems.settle()
  const rows = ids.map((transaction_id) => create(world, resource, organization, actor, { transaction_id }))
  return {
    body: rows.map((row) => present(world, organization, resource, row, 'detail')),
    summary: `made ${rows.length} of ${resource.definition.path} to be printed`,
  }
}

/** Prints waiting checks in the order of the list, all or none (docs/service.md §4.6.17). */
export const printBatch: Deed = (scene, { paper_check_ids, first_check_number }) => {
  const { world, organization, resource } = scene
  const ids = paper_check_ids as readonly number[]
  const first = (first_check_number ?? null) as number | null
  const table = world.store.table(organization, resource.definition.name)
  const problems = new Problems()
  if (ids.length === 0) problems.add('paper_check_ids', texts.required)
  for (const [index, id] of ids.entries()) {
    const text =
      ids.indexOf(id) < index ? texts.twice(modelOf(scene), id) : hindrance(scene, id, table.get(id))
    if (text) problems.add('paper_check_ids', texts.line(index, text))
  }
  if (first !== null && first < 1) problems.add('first_check_number', texts.atLeast(1))
  else if (first !== null && !Number.isSafeInteger(first + ids.length))
    problems.add('first_check_number', texts.type('integer'))
  problems.settle()

  const printed = ids.map((id, index) => {
    const row = print(scene, table.get(id) as Row, first === null ? '' : String(first + index))
    return { paper_check_id: id, check_number: row.check_number }
  })
  return {
    body: { pdf_content: printedPage(world), printed_checks: printed, total_printed: printed.length },
    summary: `printed ${printed.length} of ${resource.definition.path}`,
  }
}

const modelOf = ({ resource }: Scene): string => resource.definition.model

/** What keeps a check from being printed. */
function hindrance(scene: Scene, id: number, check: Row | undefined): string | undefined {
  if (!check) return texts.unknown(modelOf(scene), id)
  if (check.record_status !== 'not_printed') return texts.notToPrint(modelOf(scene), id)
  const source = sourceOfCheck(scene.world, scene.organization, check)
  return source && source.row.record_status !== 'posted'
    ? texts.notPosted(source.resource.definition.model, source.row.number)
    : undefined
}

function print({ world, resource, organization, actor }: Scene, check: Row, check_number: string): Row {
  const draft = { ...check, record_status: 'printed', check_number }
  return save(new Work(world, resource, organization, actor, check, draft, new Set(['record_status'])))
}
