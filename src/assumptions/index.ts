export type { AssumptionEntry, SizeLimits } from './assumption-entry'
export { assumptionTable } from './assumption-table'
export { Assumptions } from './assumptions'
export { ASSUMPTIONS, type AssumptionId, type AssumptionOverrides, type AssumptionValue } from './register'
