import type { Definition } from '../../engine/schema/define'

/** Parameter names that do not follow from the record type (docs/service.md §5.1). */
const NAMES: Readonly<Record<string, string>> = {
  accounts: 'account_number',
  contracts: 'record_id',
  approvalPolicies: 'id',
  approvalStates: 'id',
}

/** The name of the identifier in the path: `record_number`, `customer_id`. */
export function parameterName(definition: Definition): string {
  const own = NAMES[definition.name]
  if (own !== undefined) return own
  if (definition.identifier === 'number') return 'record_number'
  return `${definition.model.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_id`
}
