import { linesOf, numberOf } from '../model/row'
import { serialize } from '../read/serialize'
import type { ActionHandler } from '../write/action-handler'
import { contractContext, contractWrite } from './commands'
import { contractRules, rowsOf, typeOf } from './context'
import { writeUsage } from './usage'

/** Lists the usage records of a contract, by id (§13.5). */
export const listUsage: ActionHandler = (context) => {
  const { record = {} } = context
  const contracts = { ...context, rules: contractRules(context.world).rules }
  const usage = typeOf(contracts, 'usage')
  const rows = rowsOf(contracts, 'usage', record)
  return {
    body: rows.map((row) => serialize(context, usage, row, 'detail')),
    summary: `listed ${rows.length} usage records of Contract ${String(record.id)}`,
  }
}

/** Creates and updates usage records of a contract, all items or none (§13.5). */
export const upsertUsage: ActionHandler = (context, values) => {
  const { record = {} } = context
  const write = contractWrite({ ...context, id: numberOf(record, 'id') })
  const contract = contractContext(write)
  const rows = writeUsage(write, contract, linesOf(values, 'items'))
  return {
    body: rows.map((row) => serialize(context, typeOf(contract, 'usage'), row, 'detail')),
    summary: `wrote ${rows.length} usage records of Contract ${String(record.id)}`,
  }
}
