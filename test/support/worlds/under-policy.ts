import type { Simulator } from 'accounting-simulator'
import { trading } from './trade'

export type Policy = Parameters<Simulator['records']['approvalPolicies']['create']>[0]

/** A simulator with a policy for invoices, which person 1 has to approve unless told otherwise. */
export const under = (policy: Partial<Policy>, simulator = trading()): Simulator => {
  simulator.records.approvalPolicies.create({
    record_type: 'invoice',
    name: 'Policy',
    steps: [{ approver_ids: [1] }],
    ...policy,
  })
  return simulator
}
