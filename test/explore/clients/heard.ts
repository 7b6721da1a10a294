import type { Simulator } from 'accounting-simulator'
import type { Disk, Experiment } from 'accounting-simulator/explore'
import { answering, bring, CUSTOMERS, HOOK, pause, UNKNOWN, withHook } from './customers'
import { invoicing, onceEach } from './queues'
import { type Answer, Refused, Service } from './service'

const CODES = ['A', 'B']

const ours = (simulator: Simulator) =>
  simulator.records.customers
    .list({ limit: 100 })
    .items.filter(({ unique_id }) => CODES.includes(unique_id ?? ''))

const unlike = (simulator: Simulator, disk: Disk): string[] =>
  ours(simulator)
    .filter(({ id, name }) => disk.read(`copy ${id}`) !== name)
    .map(({ id, unique_id }) => `the copy of ${unique_id} is called ${disk.read(`copy ${id}`)}`)

/** A customer whom somebody has removed has nothing to copy. */
function unlessRemoved(error: unknown): Answer {
  if (error instanceof Refused && error.status === 404) return {}
  throw error
}

/** What has changed is marked. The mark goes when the copy is made, also one that was set again meanwhile. */
export const markTakenAway = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created', 'core.customer/updated']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    let busy: Promise<void> | undefined
    const marks = (): string[] => disk.names().filter((name) => name.startsWith('mark ') && disk.read(name))
    async function copy(): Promise<void> {
      const service = new Service(stage)
      for (let [mark] = marks(); mark; [mark] = marks()) {
        const before = disk.read(mark)
        const id = mark.slice('mark '.length)
        const { name } = await service.get(`${CUSTOMERS}${id}/`).catch(unlessRemoved)
        disk.write(`copy ${id}`, name)
        if (!isMended || disk.read(mark) === before) disk.write(mark, undefined)
      }
    }
    const copyMarked = (): Promise<void> => {
      busy ??= copy().finally(() => {
        busy = undefined
      })
      return busy
    }
    return {
      async run() {
        const service = new Service(stage)
        for (const code of CODES) {
          if (disk.read(`named ${code}`)) continue
          const { id } = await bring(service, code)
          await pause(20_000)
          const body = { name: `${code} Ltd`, unique_id: code, ...UNKNOWN }
          await service.put(`${CUSTOMERS}${id}/`, body, `name-${code}`)
          disk.write(`named ${code}`, true)
        }
        await pause(30_000)
        await copyMarked()
      },
      receive: answering(({ event_id, object: { id } }) => {
        disk.write(`mark ${id}`, event_id)
        copyMarked().catch(() => undefined)
        return true
      }),
    }
  },
  check: ({ simulator, disk }) => unlike(simulator, disk),
})

/** Who has come gets an invoice. Afterwards the list is emptied, also of those who came meanwhile. */
export const listEmptied = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    const waiting = (): number[] => disk.read<number[]>('waiting') ?? []
    return {
      async run() {
        const service = new Service(stage)
        for (const code of CODES) {
          if (!disk.read(`made ${code}`)) await bring(service, code)
          disk.write(`made ${code}`, true)
        }
        await pause(3000)
        const some = waiting()
        for (const id of some) await invoicing(service, `W-${id}`, `W-${id}`, id)
        disk.write('waiting', isMended ? waiting().filter((id) => !some.includes(id)) : [])
      },
      receive: answering(({ object: { id } }) => {
        if (disk.read(`heard ${id}`)) return true
        disk.write('waiting', [...waiting(), id])
        disk.write(`heard ${id}`, true)
        return true
      }),
    }
  },
  check: ({ simulator, disk }) =>
    ours(simulator)
      .filter(({ id }) => disk.read(`heard ${id}`) && !disk.read<number[]>('waiting')?.includes(id))
      .flatMap(({ id }) => onceEach(simulator, [`W-${id}`])),
})

/** What is older than the newest event is dropped, whatever it is about. */
export const olderIsDropped = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created', 'core.customer/updated']),
  webhookUrl: HOOK,
  start: (stage) => ({
    async run() {
      const service = new Service(stage)
      for (const code of CODES) {
        if (stage.disk.read(`made ${code}`)) continue
        await bring(service, code)
        await pause(5000)
        stage.disk.write(`made ${code}`, true)
      }
    },
    receive: answering(async ({ created_at, object: { id } }) => {
      const { disk } = stage
      const newest = isMended ? `newest ${id}` : 'newest'
      if (created_at < (disk.read<string>(newest) ?? '')) return true
      const { name } = await new Service(stage, { tries: 2 }).get(`${CUSTOMERS}${id}/`)
      disk.write(`copy ${id}`, name)
      disk.write(newest, created_at)
      return true
    }),
  }),
  check: ({ simulator, disk }) => unlike(simulator, disk),
})

/** Customers are counted when they are heard of. Which ones were, is remembered of the last two only. */
export const tooOldToRemember = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created']),
  webhookUrl: HOOK,
  start: (stage) => {
    const known = () => stage.disk.read<{ count: number; ids: number[] }>('heard') ?? { count: 0, ids: [] }
    return {
      async run() {
        for (const code of [...CODES, 'C', 'D']) await bring(new Service(stage), code)
      },
      receive: answering(async ({ object: { id } }) => {
        await new Service(stage, { tries: 2 }).get(`${CUSTOMERS}${id}/`).catch(unlessRemoved)
        const { count, ids } = known()
        const remembered = isMended ? ids : ids.slice(-2)
        if (!remembered.includes(id))
          stage.disk.write('heard', { count: count + 1, ids: [...remembered, id] })
        return true
      }),
    }
  },
  check: ({ simulator, disk }) => {
    const { count } = disk.read<{ count: number }>('heard') ?? { count: 0 }
    const events = new Set(simulator.webhooks.attempts.map(({ event_id }) => event_id))
    return count === events.size ? [] : [`${count} of ${events.size} customers are counted`]
  },
})
