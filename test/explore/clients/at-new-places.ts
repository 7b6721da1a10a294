import { createSimulator } from 'accounting-simulator'
import type { Disk, Experiment } from 'accounting-simulator/explore'
import { answering, bring, CUSTOMERS, codesIn, HOOK, missing, withHook } from './customers'
import { findInvoice, INVOICES, onceEach } from './queues'
import { type Answer, Refused, Service } from './service'

const invoice = (reference: string) => ({
  company_id: 1,
  customer_id: 1,
  date: '2026-01-15',
  reference_number: reference,
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
})

/** If the invoice can not be made its customer is removed again; if that fails too, nobody comes back to it. */
export const undoneOnce = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      if (disk.read('over')) return
      const service = new Service(stage)
      const hasty = new Service(stage, { tries: 1 })
      if (!disk.read('undo')) {
        const { id } = await bring(service, 'NEW')
        const find = (): Promise<Answer | undefined> => findInvoice(service, 'F-1')
        const body = { ...invoice('F-1'), customer_id: id }
        if (!(await find())) await hasty.post(INVOICES, body, 'first-invoice').catch(() => 'unsure')
        if (!(await find())) disk.write('undo', id)
      }
      const id = disk.read<number>('undo')
      const gone = { judge: (status: number) => (status === 404 ? ('done' as const) : undefined) }
      if (id && isMended) await new Service(stage, gone).remove(`${CUSTOMERS}${id}/`, 'undo')
      if (id && !isMended) await hasty.remove(`${CUSTOMERS}${id}/`, 'undo').catch(() => 'what a pity')
      disk.write('over', true)
    },
  }),
  check: ({ simulator }) => {
    const isBilled = simulator.records.invoices.findMany({ reference_number: 'F-1' }).length > 0
    return codesIn(simulator).includes('NEW') === isBilled ? [] : ['the customer is there without an invoice']
  },
})

/** A refused key is put on a list of bad ones before the new one is stored. */
export const lockedOut = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      const renew = (): void => {
        const bad = [...(disk.read<string[]>('bad') ?? []), disk.read<string>('key')]
        if (isMended) disk.write('key', stage.apiKey())
        disk.write('bad', bad)
        if (!isMended) disk.write('key', stage.apiKey())
      }
      if (!disk.read('key')) disk.write('key', stage.apiKey())
      for (const code of ['A', 'B']) {
        if (disk.read<string[]>('bad')?.includes(disk.read<string>('key') ?? '')) return
        const judge = (status: number) => (status === 403 ? ('refused' as const) : undefined)
        const service = new Service({ ...stage, apiKey: () => disk.read<string>('key') ?? '' }, { judge })
        try {
          if (!disk.read(`done ${code}`)) await bring(service, code)
          disk.write(`done ${code}`, true)
        } catch (error) {
          if (!(error instanceof Refused) || error.status !== 403) throw error
          renew()
        }
      }
    },
  }),
  check: ({ simulator }) => missing(simulator, ['A', 'B']),
})

interface Entry {
  readonly code: string
  readonly did: 'began' | 'sent' | 'failed'
}

const withoutFailures = (disk: Disk): Entry[] =>
  (disk.read<Entry[]>('log') ?? []).filter(({ did }) => did !== 'failed')

const tidy = (disk: Disk): void => disk.write('log', withoutFailures(disk))

const tidyInSteps = (disk: Disk): void => {
  disk.write('log.new', withoutFailures(disk))
  disk.write('log', undefined)
  disk.write('log', disk.read('log.new'))
  disk.write('log.new', undefined)
}

/** A log says what was sent. After a failure it is written anew, and for a moment there is none. */
export const logWrittenAnew = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      const log = (): Entry[] => disk.read<Entry[]>('log') ?? []
      const note = (code: string, did: Entry['did']): void => disk.write('log', [...log(), { code, did }])
      const has = (code: string, did: Entry['did']): boolean =>
        log().some((entry) => entry.code === code && entry.did === did)
      const service = new Service(stage, { tries: 1 })
      for (const code of ['A', 'B', 'C']) {
        if (has(code, 'sent')) continue
        const made = has(code, 'began') && (await findInvoice(service, code))
        note(code, 'began')
        const key = `${code}-${stage.now()}`
        const sent = made || (await service.post(INVOICES, invoice(code), key).catch(() => false))
        note(code, sent ? 'sent' : 'failed')
      }
      if (log().some(({ did }) => did === 'failed')) (isMended ? tidy : tidyInSteps)(disk)
    },
  }),
  check: ({ simulator }) => onceEach(simulator, ['A', 'B', 'C']),
})

/** What a receiver could not read becomes a gap. Each run clears the list of gaps, and then fills them. */
export const gapsCleared = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    const copy = async (service: Service, id: number): Promise<void> => {
      const { unique_id } = await service.get(`${CUSTOMERS}${id}/`)
      disk.write(`copy ${id}`, unique_id)
    }
    return {
      async run() {
        const service = new Service(stage)
        for (const code of ['A', 'B']) {
          if (!disk.read(`done ${code}`)) await bring(service, code)
          disk.write(`done ${code}`, true)
        }
        const gaps = disk.read<number[]>('gaps') ?? []
        if (gaps.length > 0 && !isMended) disk.write('gaps', undefined)
        for (const id of gaps) await copy(service, id)
        const left = (disk.read<number[]>('gaps') ?? []).filter((id) => !gaps.includes(id))
        if (gaps.length > 0 && isMended) disk.write('gaps', left)
      },
      receive: answering(async ({ object: { id } }) => {
        const gap = (): void => disk.write('gaps', [...(disk.read<number[]>('gaps') ?? []), id])
        await copy(new Service(stage, { tries: 1 }), id).catch(gap)
        return true
      }),
    }
  },
  check: ({ simulator, disk }) =>
    simulator.records.customers
      .list({ limit: 100 })
      .items.filter(({ id, unique_id }) => ['A', 'B'].includes(unique_id ?? '') && !disk.read(`copy ${id}`))
      .map(({ unique_id }) => `there is no copy of ${unique_id}`),
})

/** After a doubt it looks for the invoice page by page, by offset, while others archive. */
export const searchedByOffset = (isMended: boolean): Experiment => {
  const world = createSimulator()
  world.make.invoices(2, { company_id: 1, customer_id: 1 })
  return {
    world,
    start: (stage) => ({
      async run() {
        const { disk } = stage
        if (disk.read('over')) return
        const service = new Service(stage)
        const list = `${INVOICES}?record_status=posted&ordering=id`
        const byOffset = async (found: Answer[] = []): Promise<Answer[]> => {
          const { items = [] } = await service.get(`${list}&limit=2&offset=${found.length}`)
          return items.length === 0 ? found : byOffset([...found, ...items])
        }
        const isThere = async (): Promise<boolean> =>
          (await (isMended ? service.list(list, 2) : byOffset())).some(
            ({ reference_number }) => reference_number === 'D-1',
          )
        if (!disk.read('begun') || !(await isThere())) {
          disk.write('begun', true)
          await new Service(stage, { tries: 1 }).post(INVOICES, invoice('D-1'), `D-1-${stage.now()}`)
        }
        disk.write('over', true)
      },
    }),
    // What somebody else has archived may be brought once more.
    check: ({ simulator, others }) =>
      others.some(({ did, was }) => did === 'removed' && was?.reference_number === 'D-1')
        ? []
        : onceEach(simulator, ['D-1']),
  }
}

/** A try under a new API key is no further try: the service knows nothing of the first one. */
export const triedUnderAnotherKey = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const service = new Service(stage, { looksUp: isMended })
      for (const code of ['A', 'B']) {
        if (stage.disk.read(`done ${code}`)) continue
        const find = (): Promise<Answer | undefined> => findInvoice(service, code)
        if (!(await find())) await service.post(INVOICES, invoice(code), `invoice-${code}`, find)
        stage.disk.write(`done ${code}`, true)
      }
    },
  }),
  check: ({ simulator }) => onceEach(simulator, ['A', 'B']),
})
