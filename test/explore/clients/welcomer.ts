import type { Experiment, Stage } from 'accounting-simulator/explore'
import { answering, bring, CUSTOMERS, HOOK, withHook } from './customers'
import { Service } from './service'

interface Habits {
  /** It handles one customer at a time. */
  readonly takesTurns?: boolean
  /** A nightly run welcomes, too, whom no event has brought. */
  readonly hasRun?: boolean
  /** Each customer is written once more right after it was made. */
  readonly writesTwice?: boolean
}

/** Welcomes each customer once, as events and a nightly run bring them: looks whether it did, and does. */
export async function welcomer({
  takesTurns = false,
  hasRun = false,
  writesTwice = false,
}: Habits): Promise<Experiment> {
  const start = (stage: Stage) => {
    const service = new Service(stage)
    const { disk } = stage
    const welcomed = (): Record<string, number> => disk.read('welcomed') ?? {}
    let line: Promise<unknown> = Promise.resolve()
    async function lookAndDo(id: number): Promise<boolean> {
      if (welcomed()[id]) return true
      const { unique_id } = await service.get(`${CUSTOMERS.replace('v1', 'v2')}${id}/`)
      const known = welcomed()
      if (unique_id) disk.write('welcomed', { ...known, [id]: (known[id] ?? 0) + 1 })
      return true
    }
    function welcome(id: number): Promise<boolean> {
      if (!takesTurns) return lookAndDo(id)
      const turn = line.then(() => lookAndDo(id))
      line = turn.catch(() => undefined)
      return turn
    }
    return {
      async run() {
        if (hasRun) for (const { id } of await service.list(CUSTOMERS)) await welcome(id as number)
        const { id } = await bring(service, 'C-1')
        if (writesTwice) await service.put(`${CUSTOMERS}${id}/`, { name: 'Renamed' }, 'rename')
      },
      receive: answering(({ object }) => welcome(object.id)),
    }
  }
  return {
    world: await withHook(['core.customer/created', 'core.customer/updated']),
    start,
    webhookUrl: HOOK,
    check: ({ disk, simulator }) => {
      const { id } = simulator.records.customers.findFirst({ unique_id: 'C-1' } as never) ?? {}
      const count = disk.read<Record<string, number>>('welcomed')?.[Number(id)] ?? 0
      return count === 1 ? [] : [`C-1 was welcomed ${count} times`]
    },
  }
}
