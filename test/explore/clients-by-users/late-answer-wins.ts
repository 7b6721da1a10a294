/** Two events of one invoice are read side by side; the slower, older answer overwrites the newer one. */
import { verifyWebhook } from 'accounting-simulator'
import type { End, Experiment, Stage } from 'accounting-simulator/explore'
import { HOOK, withEvents } from './shop'

interface Invoice {
  readonly number: number
  readonly memo: string
}

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000))

const makeMirror =
  (secret: string, mended: boolean) =>
  ({ baseUrl, apiKey, disk }: Stage) => {
    async function call(method: string, path: string, body?: object): Promise<Invoice> {
      for (let tries = 1; ; tries += 1)
        try {
          const response = await fetch(`${baseUrl}/public/v1/invoices/${path}`, {
            method,
            headers: { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          })
          if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
          return (await response.json()) as Invoice
        } catch (error) {
          if (tries === 12) throw error
          await pause(Math.min(2 ** tries, 3600))
        }
    }

    let last: Promise<unknown> = Promise.resolve()
    const oneByOne = (work: () => Promise<void>): Promise<unknown> => {
      last = mended ? last.then(work, work) : work()
      return last
    }

    /** What is on disk under `todo` is read and stored; a crash leaves it there for the next start. */
    async function copy(task: string): Promise<void> {
      const invoice = await call('GET', `${task.split('/')[1]}/`)
      disk.write(`invoice/${invoice.number}`, JSON.stringify(invoice))
      disk.write(task, 'done')
    }

    const isOpen = (name: string) => name.startsWith('todo/') && disk.read(name) === 'open'
    const copyOpen = (): Promise<unknown>[] =>
      disk
        .names()
        .filter(isOpen)
        .map((task) => oneByOne(() => copy(task)).catch(console.debug))
    copyOpen()

    return {
      /** On the first day only: later events would put right what went wrong. */
      async run() {
        // Nobody may have answered yesterday.
        if (mended) await Promise.all(copyOpen())
        if (disk.read('told')) return
        const { memo: _, ...invoice } = await call('GET', '1/')
        await call('PUT', '1/', { ...invoice, memo: `looked at on ${new Date().toISOString().slice(0, 10)}` })
        await pause(20)
        await call('PUT', '1/', { ...invoice, memo: 'waits for payment' })
        disk.write('told', 'yes')
        await pause(3600)
      },
      async receive(request: Request): Promise<Response> {
        const body = await request.text()
        const checked = verifyWebhook({ secret, body, headers: request.headers, now: Date.now() })
        if (!checked.ok) return new Response(null, { status: 400 })
        const task = `todo/${checked.event.object.id}/${checked.event.event_id}`
        if (disk.read(task)) return new Response(null, { status: 204 })
        disk.write(task, 'open')
        oneByOne(() => copy(task)).catch(console.debug)
        return new Response(null, { status: 204 })
      },
    }
  }

function check({ simulator, disk }: End): string[] {
  return simulator.records.invoices.findMany({}).flatMap(({ number, memo }) => {
    const copy = disk.read<string>(`invoice/${number}`)
    const copied = copy && (JSON.parse(copy) as Invoice).memo
    return copied === memo ? [] : [`the copy of invoice ${number} says "${copied}", the service "${memo}"`]
  })
}

const experiment = async (mended: boolean): Promise<Experiment> => {
  const { world, secret } = await withEvents()
  return {
    world,
    start: makeMirror(secret, mended),
    webhookUrl: HOOK,
    faults: ['slow', 'delivery-late'],
    check,
  }
}

export const lateAnswerWins = () => experiment(false)
export const answersInOrder = () => experiment(true)
