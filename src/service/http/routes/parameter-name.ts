import type { Definition } from '../../../engine/schema/define'

/** The name of the identifier in the path: `record_number`, `customer_id` (docs/service.md §5.1). */
export function parameterName({ identifier, itemParameter, model }: Definition): string {
  if (itemParameter !== undefined) return itemParameter
  if (identifier === 'number') return 'record_number'
  return `${model.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_id`
}
