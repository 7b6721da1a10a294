import type { AssumptionOverrides } from 'accounting-simulator'

/** What the recording of May contradicted: `npx accounting-simulator replay service-2026-05.jsonl` printed it. */
export const assumptions: AssumptionOverrides = { 'create-status': '201', 'list-body': 'bare-array' }
