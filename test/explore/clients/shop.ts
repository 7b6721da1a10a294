import { createSimulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { type Answer, type Habits, Refused, Service } from './service'

export interface Sale {
  readonly reference: string
  readonly customer: string
  readonly rate: string
  readonly quantity: number
}

const RATES = ['10.00', '7.35', '10.00', '19.99']
export const SALES: readonly Sale[] = Array.from({ length: 5 }, (_, index) => ({
  reference: `S-${101 + index}`,
  customer: index % 2 === 0 ? 'SHOP-A' : 'SHOP-B',
  rate: RATES[index % 4] as string,
  quantity: index === 1 ? 3 : 1,
}))

/** What this shop does otherwise than it should. */
export interface ShopBug {
  readonly habits?: Habits
  /** Where it looks for what was brought before. @default the service's list */
  readonly knows?: 'reference' | 'amount' | 'nothing' | 'disk'
  /** Notes a sale as brought before it is sent. */
  readonly notesFirst?: true
  /** Keeps what a customer's creation answered, whatever it was. */
  readonly ignoresCustomerFailure?: true
  /** After a failure it looks for the invoice by its amount, computed with floats, and has no key. */
  readonly floats?: true
  /** Throws away the sales that failed with such a status. */
  readonly forgets?: (status: number) => boolean
}

/** Brings the sales of a shop to the service, night after night. */
export class Shop {
  readonly #service: Service
  constructor(
    readonly stage: Stage,
    readonly bug: ShopBug,
  ) {
    this.#service = new Service(stage, bug.habits)
  }

  async run(): Promise<{ failed: string[] }> {
    const customers = new Map<string, unknown>()
    for (const code of ['SHOP-A', 'SHOP-B']) customers.set(code, await this.#customer(code))
    const { knows = 'reference' } = this.bug
    const known =
      knows === 'nothing' || knows === 'disk' ? [] : await this.#service.list('/public/v1/invoices/')
    const done = new Set(this.stage.disk.read<string[]>('done') ?? [])
    const failed: string[] = []
    for (const sale of SALES) {
      if (done.has(sale.reference) || known.some((invoice) => this.#isSale(invoice, sale))) continue
      const note = (): void => this.stage.disk.write('done', [...done.add(sale.reference)])
      if (this.bug.notesFirst) note()
      try {
        await this.#bring(sale, customers.get(sale.customer))
        if (knows === 'disk') note()
      } catch (error) {
        if (error instanceof Refused && this.bug.forgets?.(error.status)) note()
        failed.push(`${sale.reference}: ${String(error)}`)
      }
    }
    return { failed }
  }

  #isSale(invoice: Answer, { reference, rate, quantity }: Sale): boolean {
    if (this.bug.knows !== 'amount') return invoice.reference_number === reference
    return Number(invoice.amount) === Math.round(Number(rate) * quantity * 100) / 100
  }

  async #customer(code: string): Promise<unknown> {
    const find = async (): Promise<Answer | undefined> =>
      (await this.#service.list('/public/v1/customers/')).find(({ unique_id }) => unique_id === code)
    const known = await find()
    if (known) return known.id
    const body = {
      name: code,
      unique_id: code,
      email: 'shop@example.com',
      address: '1 High Street',
      country: 'US',
      phone: '',
      website: '',
    }
    try {
      return (await this.#service.post('/public/v1/customers/', body, `customer-${code}`, find)).id
    } catch (error) {
      if (this.bug.ignoresCustomerFailure) return 9999
      throw error
    }
  }

  async #bring({ reference, rate, quantity }: Sale, customer_id: unknown): Promise<void> {
    const body = {
      company_id: 1,
      customer_id,
      date: '2026-01-15',
      reference_number: reference,
      memo: '',
      items: [{ item_id: 1, quantity, rate }],
    }
    const find = async (): Promise<Answer | undefined> => {
      const { items = [] } = await this.#service.get(`/public/v1/invoices/?search=${reference}`)
      return items.find((invoice) => invoice.reference_number === reference)
    }
    if (!this.bug.floats) {
      await this.#service.post('/public/v1/invoices/', body, `invoice-${reference}`, find)
      return
    }
    const once = new Service(this.stage, { tries: 1 })
    try {
      await once.post('/public/v1/invoices/', body, `invoice-${reference}-${this.stage.now()}`)
    } catch {
      const { items = [] } = await this.#service.get(`/public/v1/invoices/?search=${reference}`)
      if (items.some(({ amount }) => Number(amount) === Number(rate) * quantity)) return
      await this.#service.post('/public/v1/invoices/', body, `invoice-${reference}-${this.stage.now()}`)
    }
  }
}

export const shop = (bug: ShopBug = {}, options: Partial<Experiment> = {}): Experiment => ({
  world: createSimulator(),
  start: (stage) => new Shop(stage, bug),
  check: ({ simulator, others, reports }) => {
    const idsOf = (what: string): Set<number> =>
      new Set(others.filter(({ records, did }) => records === 'invoices' && did === what).map(({ id }) => id))
    const [foreign, changed] = [idsOf('created'), idsOf('updated')]
    const { items } = simulator.records.invoices.list()
    const ours = items.filter(({ number }) => !foreign.has(number))
    const { failed } = reports.at(-1) as { failed: string[] }
    const complaints = failed.map((text) => `the last run reports ${text}`)
    const wrong = SALES.flatMap(({ reference, rate, quantity }) => {
      const found = ours.filter(({ reference_number }) => reference_number === reference)
      if (found.length !== 1) return [`${reference} is there ${found.length} times`]
      if (changed.has(found[0]?.number as number)) return []
      const amount = (Math.round(Number(rate) * 100) * quantity) / 100
      return found[0]?.amount === amount.toFixed(2) ? [] : [`${reference} is ${found[0]?.amount}`]
    })
    return [...wrong, ...complaints]
  },
  ...options,
})
