import { createSimulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { answering, bring, CUSTOMERS, codesIn, HOOK, isRemoved, missing, pause, withHook } from './customers'
import { type Answer, Service } from './service'

/** Two customers are brought side by side, and what is done is kept in one file, read before each of them. */
export const listReadTooEarly = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage: Stage) => {
    const done = (): string[] => stage.disk.read<string[]>('done') ?? []
    const task = async (code: string, at: number): Promise<void> => {
      await pause(at)
      const before = done()
      if (before.includes(code)) return
      await bring(new Service(stage), code)
      stage.disk.write('done', [...(isMended ? done() : before), code])
      stage.disk.write(`done ${code}`, true)
    }
    return {
      async run() {
        if (stage.disk.read('done A') && stage.disk.read('done B')) return
        await Promise.all([task('A', 0), task('B', 1300)])
      },
    }
  },
  check: ({ simulator, disk }) => [
    ...missing(simulator, ['A', 'B']),
    ...['A', 'B']
      .filter((code) => !disk.read<string[]>('done')?.includes(code))
      .map((code) => `${code} is not in the list`),
  ],
})

/** Names are read side by side, and matched with their numbers in the order of the answers. */
export const matchedByArrival = (isMended: boolean): Experiment => {
  const world = createSimulator()
  const names = [1, 2, 3].map((id) => world.records.customers.get(id).name)
  return {
    world,
    start: (stage) => ({
      async run() {
        if (stage.disk.read('names')) return
        const service = new Service(stage)
        const arrived: string[] = []
        const read = async (id: number, position: number): Promise<void> => {
          await pause(position * 100)
          const { name } = await service.get(`${CUSTOMERS}${id}/`)
          if (isMended) arrived[position] = String(name)
          else arrived.push(String(name))
        }
        await Promise.all([1, 2, 3].map(read))
        stage.disk.write('names', arrived)
      },
    }),
    // Somebody else may have removed one, or written more behind its name.
    check: ({ disk, others }) => {
      const arrived = disk.read<string[]>('names')
      const isRight = names.every((name, position) => arrived?.[position]?.startsWith(name))
      return isRight || isRemoved({ others }) ? [] : [`the names are ${String(arrived)}`]
    },
  }
}

/** Two versions of a record are sent without waiting for the answer of the first. */
export const secondSentTooEarly = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    async run() {
      if (stage.disk.read('written')) return
      const service = new Service(stage)
      const put = (phone: string) => service.put(`${CUSTOMERS}1/`, { phone }, `phone-${phone}`)
      if ((await service.get(`${CUSTOMERS}1/`)).phone === '2') return
      const first = put('1')
      if (isMended) await first
      else await pause(200)
      await Promise.all([first, put('2')])
      stage.disk.write('written', true)
    },
  }),
  check: ({ simulator, others }) => {
    if (isRemoved({ others }, 1)) return []
    const { phone } = simulator.records.customers.get(1)
    return phone === '2' ? [] : [`the phone number is "${phone}"`]
  },
})

/** A copy of the list is stored when it comes, over what events have brought meanwhile. */
export const snapshotOverEvents = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/updated']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    const service = new Service(stage)
    const newer = new Set<string>()
    return {
      async run() {
        if (disk.read('over')) return
        newer.clear()
        const snapshot = async (): Promise<void> => {
          for (const { id, phone } of await service.list(CUSTOMERS))
            if (!isMended || !newer.has(String(id))) disk.write(`phone ${id}`, phone)
        }
        const edit = async (): Promise<void> => {
          await pause(100)
          await service.put(`${CUSTOMERS}1/`, { phone: '555' }, 'phone')
        }
        await Promise.all([snapshot(), edit()])
        disk.write('over', true)
      },
      receive: answering(async ({ object: { id } }) => {
        const { phone } = await new Service(stage, { tries: 1 }).get(`${CUSTOMERS}${id}/`)
        newer.add(String(id))
        disk.write(`phone ${id}`, phone)
        return true
      }),
    }
  },
  check: ({ simulator, disk, others }) => {
    if (isRemoved({ others }, 1)) return []
    const { phone } = simulator.records.customers.get(1)
    return disk.read('phone 1') === phone ? [] : [`the copy says "${disk.read('phone 1')}", not "${phone}"`]
  },
})

/** An event of a customer that is not known as ours yet is taken for somebody else's. */
export const eventBeforeAnswer = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/updated']),
  webhookUrl: HOOK,
  start: (stage) => {
    const { disk } = stage
    return {
      async run() {
        if (disk.read('over')) return
        const service = new Service(stage)
        const { id } = await bring(service, 'A')
        // Somebody confirms the address while we note the customer.
        const noted = service.get(`${CUSTOMERS}${id}/`).then(({ name }) => disk.write(`ours ${id}`, name))
        const confirmed = pause(400).then(() =>
          service.put(`${CUSTOMERS}${id}/`, { phone: '555' }, `phone-${id}`),
        )
        await Promise.all([noted, confirmed])
        disk.write('over', true)
      },
      receive: answering(({ object: { id } }) => {
        if (disk.read(`ours ${id}`) === undefined) return !isMended
        disk.write('confirmed', id)
        return true
      }),
    }
  },
  // Where somebody has removed the customer, there is nobody to confirm.
  check: ({ disk, simulator }) =>
    codesIn(simulator).includes('A') && disk.read('confirmed') === undefined
      ? ['the address is not confirmed']
      : [],
})

/** What is not known as ours is cleaned away, also what is just being made. */
export const cleanerRemovesTheNew = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => {
    const { disk } = stage
    const known = (): string[] => disk.read<string[]>('known') ?? []
    const note = (code: string): void => {
      if (!known().includes(code)) disk.write('known', [...known(), code])
    }
    return {
      async run() {
        if (disk.read('over')) return
        const service = new Service(stage)
        const make = async (): Promise<void> => {
          if (isMended) note('NEW-1')
          await bring(service, 'NEW-1')
          note('NEW-1')
        }
        const clean = async (): Promise<void> => {
          await pause(600)
          for (const { id, unique_id } of await service.list(CUSTOMERS))
            if (String(unique_id).startsWith('NEW-') && !known().includes(String(unique_id)))
              await service.remove(`${CUSTOMERS}${id}/`, `clean-${id}`)
        }
        await Promise.all([make(), clean()])
        disk.write('over', true)
      },
    }
  },
  check: ({ simulator }) => missing(simulator, ['NEW-1']),
})

/** After a lost answer both the search and the event count the customer as brought. */
export const countedByBoth = async (isMended: boolean): Promise<Experiment> => ({
  world: await withHook(['core.customer/created']),
  webhookUrl: HOOK,
  start: (stage): { run(): Promise<void>; receive(request: Request): Promise<Response> } => {
    const { disk } = stage
    const settle = (): void => {
      disk.write('unsure', undefined)
      disk.write('count', (disk.read<number>('count') ?? 0) + 1)
    }
    const find = async (service: Service): Promise<Answer | undefined> =>
      (await service.list(CUSTOMERS)).find(({ unique_id }) => unique_id === 'A')
    return {
      async run() {
        const service = new Service(stage)
        if (disk.read('unsure')) {
          const isThere = (await find(service)) !== undefined
          // Meanwhile its event may have come.
          if (isMended && !disk.read('unsure')) return
          if (isThere) return settle()
        } else if (disk.read('count')) return
        disk.write('unsure', true)
        try {
          await bring(new Service(stage, { tries: 1 }), 'A')
          if (disk.read('unsure')) settle()
        } catch {
          await pause(100)
          return this.run()
        }
      },
      receive: answering(async ({ object: { id } }) => {
        const { unique_id } = await new Service(stage, { tries: 1 }).get(`${CUSTOMERS}${id}/`)
        if (unique_id === 'A' && disk.read('unsure')) settle()
        return true
      }),
    }
  },
  check: ({ simulator, disk, others }) => [
    ...(isRemoved({ others }) ? [] : missing(simulator, ['A'])),
    ...(disk.read('count') === 1 ? [] : [`A counts as brought ${disk.read('count')} times`]),
  ],
})
