import { createSimulator, type Simulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { bring, CUSTOMERS, codesIn, isRemoved, missing, UNKNOWN } from './customers'
import { type Answer, Refused, Service } from './service'

const INVOICES = '/public/v1/invoices/'

const invoicesIn = (simulator: Simulator, reference: string): number =>
  simulator.records.invoices.findMany({ reference_number: reference }).length

/** An invoice, once; `search` looks for one that an earlier run has made, because keys have the time in them. */
const invoicing =
  (reference: string, stage: Stage, search: (service: Service) => Promise<Answer[]>) => async () => {
    const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
    const body = {
      company_id: 1,
      customer_id: 1,
      date: '2026-01-15',
      reference_number: reference,
      memo: '',
      items,
    }
    const service = new Service(stage, { tries: 1 })
    const isThere = (await search(service)).some(({ reference_number }) => reference_number === reference)
    if (!isThere) await service.post(INVOICES, body, `${reference}-${stage.now()}`)
  }

/** A search that is not answered counts as one that found nothing. */
export const unansweredIsAbsent = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      if (stage.disk.read('over')) return
      const search = (service: Service): Promise<Answer[]> =>
        isMended ? service.list(INVOICES) : service.list(INVOICES).catch(() => [])
      await invoicing('U-1', stage, search)()
      stage.disk.write('over', true)
    },
  }),
  check: ({ simulator }) => {
    const count = invoicesIn(simulator, 'U-1')
    return count === 1 ? [] : [`U-1 is there ${count} times`]
  },
})

/** Reads a new key once, and never again. */
export const keyRenewedOnce = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage): { run(): Promise<void> } => ({
    async run() {
      const { disk } = stage
      for (const code of ['A', 'B']) {
        if (disk.read(`done ${code}`)) continue
        const key = disk.read<string>('key') ?? stage.apiKey()
        disk.write('key', key)
        const judge = (status: number) => (status === 403 ? ('refused' as const) : undefined)
        const service = new Service(
          { baseUrl: stage.baseUrl, apiKey: () => disk.read<string>('key') ?? '' },
          { judge },
        )
        try {
          if (!(await service.list(CUSTOMERS)).some(({ unique_id }) => unique_id === code))
            await bring(service, code)
          disk.write(`done ${code}`, true)
        } catch (error) {
          if (!(error instanceof Refused) || error.status !== 403) throw error
          if (!isMended && disk.read('renewed')) return
          disk.write('renewed', true)
          disk.write('key', stage.apiKey())
          return this.run()
        }
      }
    },
  }),
  check: ({ simulator }) => missing(simulator, ['A', 'B']),
})

/** What fails goes into a second pass; what fails there is forgotten. */
export const secondPassIsTheLast = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      if (disk.read('over')) return
      const service = new Service(stage, { tries: 1 })
      const pass = async (codes: readonly string[]): Promise<string[]> => {
        const failed: string[] = []
        for (const code of codes) await bring(service, code).catch(() => failed.push(code))
        return failed
      }
      const failed = await pass(['A', 'B', 'C'])
      const left = failed.length > 0 ? await pass(failed) : []
      if (left.length === 0 || !isMended) disk.write('over', true)
    },
  }),
  check: ({ simulator }) => missing(simulator, ['A', 'B', 'C']),
})

/** Numbers its references from a counter that is stored at the end of the run. */
export const countedInMemory = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      const service = new Service(stage)
      let codes = disk.read<Record<string, string>>('codes') ?? {}
      for (const order of ['first', 'second', 'third']) {
        if (disk.read(`done ${order}`)) continue
        codes = { [order]: `N-${Object.keys(codes).length + 1}`, ...codes }
        if (isMended) disk.write('codes', codes)
        await bring(service, codes[order] as string)
        disk.write(`done ${order}`, true)
      }
      disk.write('codes', codes)
    },
  }),
  check: ({ simulator }) => missing(simulator, ['N-1', 'N-2', 'N-3']),
})

/** Replaces a record: the old one is removed first, and where it is missing the new one is taken to be there. */
export const removedBeforeReplaced = (isMended: boolean): Experiment => {
  const world = createSimulator()
  world.records.customers.create({ name: 'Old', unique_id: 'OLD', ...UNKNOWN })
  return {
    world,
    start: (stage) => ({
      async run() {
        const service = new Service(stage)
        const old = (await service.list(CUSTOMERS)).find(({ unique_id }) => unique_id === 'OLD')
        if (!old) return
        const gone = new Service(stage, { judge: (status) => (status === 404 ? 'done' : undefined) })
        if (isMended) await bring(service, 'NEW')
        await gone.remove(`${CUSTOMERS}${old.id}/`, 'remove-old')
        if (!isMended) await bring(service, 'NEW')
      },
    }),
    check: ({ simulator }) => [
      ...missing(simulator, ['NEW']),
      ...(codesIn(simulator).includes('OLD') ? ['the old one is still there'] : []),
    ],
  }
}

/** A refusal is for good, also that of a period which is locked for a while. */
export const lockedIsForGood = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  others: true,
  start: (stage) => ({
    async run() {
      const { disk } = stage
      if (disk.read('over')) return
      try {
        await invoicing('L-1', stage, (service) => service.list(INVOICES))()
        disk.write('over', true)
      } catch (error) {
        if (!isMended && error instanceof Refused && error.status === 422) disk.write('over', true)
      }
    },
  }),
  check: ({ simulator, others }) => {
    const isGone = others.some(({ did }) => did === 'removed')
    const count = invoicesIn(simulator, 'L-1')
    return count === 1 || isGone ? [] : [`L-1 is there ${count} times`]
  },
})

/** A customer that somebody has removed counts as brought up to date. */
export const missingIsDone = (isMended: boolean): Experiment => {
  const world = createSimulator()
  const made = world.records.customers.create({ name: 'Ours', unique_id: 'OURS', ...UNKNOWN })
  return {
    world,
    others: true,
    start: (stage): { run(): Promise<void> } => ({
      async run() {
        const { disk } = stage
        if (disk.read('over')) return
        const service = new Service(stage)
        const id = disk.read<number>('id') ?? made.id
        try {
          await service.put(`${CUSTOMERS}${id}/`, { phone: '555' }, `phone-${id}`)
        } catch (error) {
          if (!(error instanceof Refused) || error.status !== 404) throw error
          if (isMended) {
            disk.write(
              'id',
              (await service.post(CUSTOMERS, { name: 'Ours', unique_id: 'OURS', ...UNKNOWN }, `again-${id}`))
                .id,
            )
            return this.run()
          }
        }
        disk.write('over', true)
      },
    }),
    check: ({ simulator }) => {
      // What somebody removes after our work is done, and unheard by us, is their business.
      if (!simulator.traffic.some(({ response }) => response?.status === 404)) return []
      const ours = simulator.records.customers
        .list({ limit: 100 })
        .items.filter(({ unique_id }) => unique_id === 'OURS')
      return ours.length === 1 && ours[0]?.phone === '555'
        ? []
        : ['our customer is not there with its phone number']
    },
  }
}

/** Who cannot be read is taken for one who was removed. */
export const unreadIsRemoved = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      const { disk } = stage
      const service = new Service(stage, { tries: 3 })
      for (const code of ['A', 'B']) {
        const id = disk.read<number>(`id ${code}`)
        if (id === undefined) disk.write(`id ${code}`, (await bring(service, code)).id)
        else
          await service.get(`${CUSTOMERS}${id}/`).catch((error) => {
            const isRemoved = error instanceof Refused && error.status === 404
            if (!isMended || isRemoved) disk.write(`removed ${code}`, true)
          })
      }
    },
  }),
  check: ({ disk, others }) =>
    ['A', 'B'].flatMap((code) =>
      disk.read(`removed ${code}`) && !isRemoved({ others }, disk.read<number>(`id ${code}`))
        ? [`removed ${code}`]
        : [],
    ),
})
