export type { SizeLimits } from './assumption-entry'
export { Assumptions, type Consulted } from './assumptions'
export { IdSet } from './id-set'
export {
  ASSUMPTION_IDS,
  ASSUMPTIONS,
  type AssumptionId,
  type AssumptionOverrides,
  type AssumptionValue,
} from './register'
export { type AssumptionsApi, assumptionsApi, type RegisteredAssumption } from './registered'
