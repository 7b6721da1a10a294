import type { Decimal } from '../../kernel/money'
import type { Round } from '../spread'

/**
 * What a usage record comes to (`usage-amount`, docs/service.md §13.4).
 *
 * @param recordRate the rate of the usage record itself, which goes before that of its obligation
 */
export const usageAmount = (
  quantity: Decimal,
  recordRate: Decimal | null,
  obligationRate: Decimal,
  round: Round,
): Decimal => round(quantity.times(recordRate ?? obligationRate))
