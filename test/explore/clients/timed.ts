import type { Experiment } from 'accounting-simulator/explore'
import { bring, CUSTOMERS, HOOK, isRemoved, pause, withHook } from './customers'
import { bodyOf, bringing, findInvoice, INVOICES, invoicing, ORDERS } from './queues'
import { Service } from './service'

/** A minute without an answer, and the order is sent again under another key. */
export const givenUpIsNotMade = (isMended: boolean): Experiment =>
  bringing((stage) => ({
    async run() {
      const service = new Service(stage, { tries: 1, timeout: 60_000 })
      for (const order of ORDERS)
        try {
          if (stage.disk.read(order)) continue
          await invoicing(service, order).catch((error: Error) => {
            if (error.name !== 'TimeoutError') throw error
            return service.post(INVOICES, bodyOf(order), isMended ? order : `${order}-again`)
          })
          stage.disk.write(order, true)
        } catch {
          // Tomorrow it is looked for.
        }
    },
  }))

/** What takes 50 seconds is noted for tomorrow, though it is still under way. Tomorrow nobody looks for it. */
export const putOffAndGoesOn = (isMended: boolean): Experiment =>
  bringing((stage) => ({
    async run() {
      const { disk } = stage
      const service = new Service(stage, { tries: 1, timeout: 90_000 })
      for (const order of ORDERS) {
        if (disk.read(order)) continue
        const isPutOff = disk.read(`put off ${order}`) !== undefined
        const key = isPutOff && !isMended ? `${order}-tomorrow` : order
        const look = isMended || !isPutOff ? invoicing(service, order, key) : undefined
        const sent = (look ?? service.post(INVOICES, bodyOf(order), key)).then(
          () => 'done',
          () => 'failed',
        )
        const end = await Promise.race([sent, pause(50_000).then(() => 'slow')])
        if (end === 'done') disk.write(order, true)
        if (end === 'slow') disk.write(`put off ${order}`, true)
        await sent
      }
    },
  }))

/**
 * Two workers take an order for 80 seconds, and wait 90 seconds for each answer. A shared idempotency key alone does not
 * help: it belongs to one API key, which may be renewed meanwhile.
 */
export const leaseShorterThanTimeout = (isMended: boolean): Experiment =>
  bringing((stage) => {
    const { disk } = stage
    const lease = isMended ? 600_000 : 80_000
    const work = async (worker: string): Promise<void> => {
      const service = new Service(stage, { tries: 1, timeout: 90_000 })
      const isOthers = (order: string): boolean => {
        const job = disk.read<{ worker: string; until: number }>(`job ${order}`)
        return job !== undefined && job.worker !== worker && job.until > stage.now()
      }
      for (const order of ORDERS) {
        while (!disk.read(`done ${order}`) && isOthers(order)) await pause(5000)
        if (disk.read(`done ${order}`)) continue
        disk.write(`job ${order}`, { worker, until: stage.now() + lease })
        await invoicing(service, order, isMended ? order : `${order}-${worker}`)
        disk.write(`done ${order}`, true)
      }
    }
    // Who fails leaves the rest to the other one, or to the next day.
    return { run: () => Promise.allSettled([work('left'), work('right')]) }
  })

/** Three workers take an order each. It counts as taken only when it was looked for. */
export const threeWorkersOfOneJob = (isMended: boolean): Experiment =>
  bringing((stage) => {
    const { disk } = stage
    return {
      async run() {
        const taken = new Set<string>()
        const work = async (worker: number): Promise<void> => {
          await pause(worker * 1300)
          const service = new Service(stage, { tries: 1 })
          for (const order of ORDERS) {
            if (disk.read(order) || taken.has(order)) continue
            if (isMended) taken.add(order)
            const made = await findInvoice(service, order)
            taken.add(order)
            const key = isMended ? order : `${order}-${worker}`
            if (!made) await service.post(INVOICES, bodyOf(order), key)
            return disk.write(order, true)
          }
        }
        await Promise.allSettled([work(0), work(1), work(2)])
      },
    }
  })

interface Waiting {
  readonly event_id: string
  readonly topic: string
  readonly created_at: string
  readonly object: { readonly id: number }
}

interface Known {
  readonly states: Readonly<Record<string, string>>
  readonly waiting: readonly Waiting[]
}

/**
 * Events wait ten seconds for older ones. Who was made longer ago than 50 seconds is left to the nightly run, which
 * looks after everybody who is not known.
 */
export const sortedForTenSeconds = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created', 'core.customer/updated']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    const known = (): Known => disk.read<Known>('known') ?? { states: {}, waiting: [] }
    const flush = (): void => {
      const { states, waiting } = known()
      const next = { ...states }
      for (const { topic, object } of [...waiting].sort((a, b) => (a.created_at < b.created_at ? -1 : 1)))
        if (topic === 'core.customer/updated') next[object.id] = 'confirmed'
        else if (!isMended || next[object.id] === undefined) next[object.id] = 'new'
      disk.write('known', { states: next, waiting: [] })
    }
    setTimeout(flush, 10_000)
    return {
      async run() {
        const service = new Service(stage)
        for (const { id, unique_id, phone } of await service.list(CUSTOMERS))
          if (unique_id === 'C-1' && known().states[String(id)] === undefined) {
            const states = { ...known().states, [String(id)]: phone === '555' ? 'confirmed' : 'new' }
            disk.write('known', { ...known(), states })
          }
        const { id, phone } = await bring(service, 'C-1')
        if (phone !== '555') await service.put(`${CUSTOMERS}${id}/`, { phone: '555' }, `phone-${id}`)
      },
      async receive(request: Request) {
        const event = (await request.json()) as Waiting
        const isOld = stage.now() - Date.parse(event.created_at) > 50_000
        const isKnown = ['core.customer/created', 'core.customer/updated'].includes(event.topic)
        const { states, waiting } = known()
        if (isKnown && !(isOld && event.topic === 'core.customer/created')) {
          disk.write('known', { states, waiting: [...waiting, event] })
          setTimeout(flush, 10_000)
        }
        return new Response(null, { status: 204 })
      },
    }
  },
  check: ({ simulator, disk, others }) => {
    if (isRemoved({ others })) return []
    const { id } = simulator.records.customers.findFirst({ unique_id: 'C-1' } as never) ?? {}
    const state = disk.read<Known>('known')?.states[Number(id)]
    return state === 'confirmed' ? [] : [`C-1 is taken for ${state}`]
  },
})
