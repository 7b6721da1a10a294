export type { SizeLimits } from './assumption-entry'
export { assumptionTable } from './assumption-table'
export { Assumptions } from './assumptions'
export { ASSUMPTIONS, type AssumptionId, type AssumptionOverrides } from './register'
