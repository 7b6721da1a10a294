import { setTimeout as realSleep } from 'node:timers/promises'
import type { Batch } from './batch'
import { Client, type ClientOptions } from './client'
import { InvoiceWatch } from './invoice-watch'
import { receivables } from './receivables'
import { sync } from './sync'

export interface NightlyOptions extends ClientOptions {
  batch: Batch
  companyId: number
  /** The URL at which the service sends us webhooks. */
  webhookUrl: string
}

/** The results of a night's run. */
export interface NightReport {
  due: Record<string, string>
  open: number
  /** One sentence for every row that is still to be brought; the next night tries again. */
  failed: string[]
}

/** The whole integration as it runs every night, with its webhook receiver that is always there. */
export class Nightly {
  readonly #options: NightlyOptions
  readonly #client: Client
  readonly #watch: InvoiceWatch

  constructor(options: NightlyOptions) {
    const { batch: _, companyId: __, webhookUrl: url, ...client } = options
    this.#options = options
    this.#client = new Client(client)
    // The service waits ten seconds for our answer, and comes again.
    const impatient = new Client({ ...client, tries: 1, timeoutMilliseconds: 8000 })
    this.#watch = new InvoiceWatch({ client: this.#client, impatient, url })
  }

  /** Invoices that the webhooks have told of. */
  get watched(): number {
    return this.#watch.size
  }

  receive(request: Request): Promise<Response> {
    return this.#watch.receive(request)
  }

  async run(): Promise<NightReport> {
    const { batch, companyId, sleep = realSleep } = this.#options
    await this.#watch.check()
    const report = await sync(this.#client, batch, companyId)
    const failed = Object.values(report).flatMap((tally) => tally.failed)
    const missing = new Set(report.invoices.failed.map((text) => text.split(':', 1)[0]))
    const brought = batch.invoices.map((row) => row.reference).filter((one) => !missing.has(one))
    const { due, open } = await receivables(this.#client, companyId, new Set(brought), sleep)
    return { due, open, failed }
  }
}
