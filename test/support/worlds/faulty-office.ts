import type { FaultOptions } from 'accounting-simulator'
import { eventOf, Office } from './office'

/** An office whose receiver hears of invoices, with one fault armed. */
export async function opened(fault: FaultOptions, ...answers: number[]) {
  const office = new Office()
  const hook = await office.register()
  const arrived = office.receive(...answers)
  const armed = office.simulator.faults.inject(fault)
  const numbers = (): unknown[] => arrived.map((one) => (eventOf(one).object as { id: number }).id)
  return { office, hook, arrived, armed, numbers, ...office.simulator }
}

/** A fault of the first delivery. */
export const first = (then: FaultOptions['then']): FaultOptions => ({ on: 'DELIVERY *', then })
