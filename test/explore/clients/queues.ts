import { createSimulator, type Simulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { bring, CUSTOMERS, isRemoved, pause, UNKNOWN } from './customers'
import { type Answer, Refused, Service } from './service'

export const INVOICES = '/public/v1/invoices/'
export const ORDERS = ['Q-1', 'Q-2', 'Q-3']

export const findInvoice = async (service: Service, reference: string): Promise<Answer | undefined> =>
  (await service.list(INVOICES)).find(({ reference_number }) => reference_number === reference)

/** An invoice, unless it is there; `key` is its idempotency key. */
export async function invoicing(
  service: Service,
  reference: string,
  key = reference,
  customer_id: unknown = 1,
): Promise<Answer> {
  const find = (): Promise<Answer | undefined> => findInvoice(service, reference)
  return (await find()) ?? service.post(INVOICES, bodyOf(reference, customer_id), key, find)
}

export const bodyOf = (reference: string, customer_id: unknown = 1) => ({
  company_id: 1,
  customer_id,
  date: '2026-01-15',
  reference_number: reference,
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
})

export const onceEach = (simulator: Simulator, references: readonly string[]): string[] =>
  references.flatMap((reference) => {
    const count = simulator.records.invoices.findMany({ reference_number: reference }).length
    return count === 1 ? [] : [`${reference} is there ${count} times`]
  })

/** Of these orders an invoice each. */
export const bringing = (start: Experiment['start'], rounds = 3): Experiment => ({
  world: createSimulator(),
  start,
  rounds,
  check: ({ simulator }) => onceEach(simulator, ORDERS),
})

/** Two workers take a job for a minute. Who is slower than that shares it with the other one. */
export const leaseRunsOut = (isMended: boolean): Experiment =>
  bringing((stage) => {
    const { disk } = stage
    const work = async (worker: string): Promise<void> => {
      const service = new Service(stage)
      const isOthers = (job: string): boolean => {
        const lease = disk.read<{ worker: string; until: number }>(job)
        return lease !== undefined && lease.worker !== worker && lease.until > stage.now()
      }
      for (const order of ORDERS) {
        while (!disk.read(`done ${order}`) && isOthers(`job ${order}`)) await pause(5000)
        if (disk.read(`done ${order}`)) continue
        disk.write(`job ${order}`, { worker, until: stage.now() + 60_000 })
        await invoicing(service, order, isMended ? order : `${order}-${worker}`)
        disk.write(`done ${order}`, true)
      }
    }
    return { run: () => Promise.all([work('left'), work('right')]) }
  })

/** What is left of a batch is sent again, and its idempotency keys count from the beginning. */
export const keysByPosition = (isMended: boolean): Experiment =>
  bringing((stage) => ({
    async run() {
      const { disk } = stage
      const left: string[] = []
      const judge = (status: number) => (status === 422 ? ('done' as const) : undefined)
      const service = new Service(stage, { tries: 3, ...(!isMended && { judge }) })
      for (const [position, order] of (disk.read<string[]>('left') ?? ORDERS).entries())
        await invoicing(service, order, `batch-7-${isMended ? order : position}`).catch(() =>
          left.push(order),
        )
      disk.write('left', left)
    },
  }))

/** What is asked for once is remembered for as long as the program lives, also that it failed. */
export const failureRemembered = (isMended: boolean): Experiment =>
  bringing((stage) => {
    const known = new Map<string, Promise<Answer>>()
    const customer = (code: string): Promise<Answer> => {
      const asked = known.get(code) ?? bring(new Service(stage, { tries: 4 }), code)
      known.set(code, asked)
      asked.catch(() => isMended && known.delete(code))
      return asked
    }
    return {
      async run() {
        for (const order of ORDERS)
          try {
            if (stage.disk.read(order)) continue
            const { id } = await customer('A')
            await invoicing(new Service(stage, { tries: 4 }), order, order, id)
            stage.disk.write(order, true)
          } catch {
            // Tomorrow is another day.
          }
      },
    }
  })

/** Two requests at a time. A request that fails does not give its place back. */
export const placeNotGivenBack = (isMended: boolean): Experiment =>
  bringing((stage) => {
    const queue: (() => void)[] = []
    let free = 2
    const giveBack = (): void => {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
    async function limited(work: () => Promise<unknown>): Promise<void> {
      if (free === 0) await new Promise<void>((enter) => queue.push(enter))
      else free -= 1
      await work().catch((error) => {
        if (isMended) giveBack()
        throw error
      })
      giveBack()
    }
    const one = (order: string) => () => invoicing(new Service(stage, { tries: 3 }), order)
    return { run: () => Promise.allSettled(ORDERS.map((order) => limited(one(order)))) }
  })

/** A job that has failed three times is given up, also while nobody could have done it. */
export const outageCounted = (isMended: boolean): Experiment =>
  bringing((stage) => ({
    async run() {
      const { disk } = stage
      const isForGood = (error: unknown): boolean => error instanceof Refused && error.status === 404
      for (let turn = 0; turn < 4; turn += 1)
        for (const order of ORDERS) {
          const failures = disk.read<number>(`failures ${order}`) ?? 0
          if (disk.read(`done ${order}`) || failures === 3) continue
          try {
            await invoicing(new Service(stage, { tries: 2 }), order)
            disk.write(`done ${order}`, true)
          } catch (error) {
            if (!isMended || isForGood(error)) disk.write(`failures ${order}`, failures + 1)
            await pause(5000)
          }
        }
    },
  }))

/** Each night brings the order of that day, and the next night that of the next one. */
export const onlyToday = (isMended: boolean): Experiment =>
  bringing(
    (stage) => ({
      async run() {
        const { disk } = stage
        const day = Math.floor(stage.now() / 86_400_000)
        const first = disk.read<number>('first') ?? day
        if (first === day) disk.write('first', day)
        const from = isMended ? (disk.read<number>('next') ?? 0) : day - first
        for (const [at, order] of ORDERS.entries())
          if (at >= from && at <= day - first)
            try {
              await invoicing(new Service(stage, { tries: 4 }), order)
              disk.write('next', at + 1)
            } catch {
              return
            }
      },
    }),
    4,
  )

/** Whatever takes ten seconds is sent once more, under a key of its own. */
export const sentBesides = (isMended: boolean): Experiment =>
  bringing((stage) => ({
    async run() {
      const once = async (order: string): Promise<unknown> => {
        let isOver = false
        const send = (key: string): Promise<Answer> => invoicing(new Service(stage), order, key)
        const besides = async (): Promise<Answer> => {
          await pause(10_000)
          if (isOver) throw new Error('the first one is over')
          return send(`${order}-besides`)
        }
        const first = send(order).finally(() => {
          isOver = true
        })
        return isMended ? first : Promise.any([first, besides()])
      }
      for (const order of ORDERS) {
        if (!stage.disk.read(order)) await once(order)
        stage.disk.write(order, true)
      }
    },
  }))

interface Job {
  readonly name: string
}

/** What failed is sent again the next day, after what is newer. */
export const deadLettersLast = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage: Stage) => ({
    async run() {
      const { disk } = stage
      const { day, jobs } = disk.read<{ day: number; jobs: Job[] }>('state') ?? { day: 0, jobs: [] }
      const fresh = day < 2 ? [{ name: `name-${day + 1}` }] : []
      const queue = isMended ? [...jobs, ...fresh] : [...fresh, ...jobs]
      disk.write('state', { day: day + 1, jobs: queue })
      const service = new Service(stage, { tries: 3 })
      const left: Job[] = []
      for (const [position, job] of queue.entries())
        try {
          if (isMended && left.length > 0) throw new Error('after those before it')
          await service.put(`${CUSTOMERS}1/`, { ...job, unique_id: 'K', ...UNKNOWN }, job.name)
          // Sent again after a newer one it would undo that.
          if (isMended) disk.write('state', { day: day + 1, jobs: queue.slice(position + 1) })
        } catch {
          left.push(job)
        }
      disk.write('state', { day: day + 1, jobs: left })
    },
  }),
  check: ({ simulator, others }) => {
    if (isRemoved({ others }, 1)) return []
    const { name } = simulator.records.customers.get(1)
    return name.startsWith('name-2') ? [] : [`the customer is called ${name}`]
  },
})

/** A copy is made once a night. It ends for good after two failures, however long ago the first one was. */
export const failuresNeverForgotten = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  rounds: 4,
  start: (stage) => ({
    async run() {
      const { disk } = stage
      const night = disk.read<number>('night') ?? 0
      if (night < ORDERS.length) await invoicing(new Service(stage), ORDERS[night] as string)
      disk.write('night', night + 1)
      const failures = disk.read<number>('failures') ?? 0
      if (!isMended && failures === 2) return
      try {
        disk.write('copy', (await new Service(stage, { tries: 1 }).list(INVOICES)).length)
      } catch {
        disk.write('failures', failures + 1)
      }
    },
  }),
  check: ({ simulator, disk }) => {
    const { count } = simulator.records.invoices.list()
    return disk.read('copy') === count ? [] : [`${disk.read('copy')} of ${count} invoices are in the copy`]
  },
})
