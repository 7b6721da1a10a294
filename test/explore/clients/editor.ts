import { createSimulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { Refused, Service } from './service'

const world = createSimulator()

/** Writes a phone number into a customer. */
class Editor {
  constructor(
    readonly stage: Stage,
    readonly bug: { readonly overwrites?: true },
  ) {}

  async run(): Promise<void> {
    const service = new Service(this.stage)
    const path = '/public/v1/customers/1/'
    const customer = await service.get(path).catch((error: unknown) => {
      // Somebody may have removed it.
      if (error instanceof Refused && error.status === 404) return undefined
      throw error
    })
    if (!customer) return
    if (customer.phone === '555-0100') return
    const body = this.bug.overwrites ? { ...customer, phone: '555-0100' } : { phone: '555-0100' }
    await service.put(path, body, `phone-${this.stage.now()}`)
  }
}

export const editor = (
  bug: { readonly overwrites?: true } = {},
  options: Partial<Experiment> = {},
): Experiment => ({
  world,
  others: true,
  start: (stage) => new Editor(stage, bug),
  check: ({ simulator, others }) => {
    if (others.some(({ did }) => did === 'removed')) return []
    const { phone, name } = simulator.records.customers.get(1)
    const before = world.records.customers.get(1).name
    const wasEdited = others.some(
      ({ records, id, did }) => records === 'customers' && id === 1 && did === 'updated',
    )
    return [
      ...(phone === '555-0100' ? [] : ['the phone number is missing']),
      ...(wasEdited && name === before ? ["somebody else's change was overwritten"] : []),
    ]
  },
  ...options,
})
