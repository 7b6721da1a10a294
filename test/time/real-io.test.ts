import { AsyncResource } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { subtle } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { withVirtualTime } from 'accounting-simulator/time'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { at, HEADERS, START } from './instants'

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

describe('real I/O of a program', () => {
  const slowServer = async (milliseconds: number) => {
    const server = createServer((_, response) =>
      setTimeout(() => response.end('x'.repeat(300_000)), milliseconds),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    return { server, url: `http://127.0.0.1:${port}/`, port }
  }

  const IO: Record<string, () => Promise<unknown>> = {
    'a file': async () => {
      const file = join(temporaryFolder(), 'file')
      await writeFile(file, 'x'.repeat(5_000_000))
      return (await readFile(file)).length
    },
    'a loopback socket of fetch': async () => {
      const { server, url } = await outside(() => slowServer(60))
      const text = await (await fetch(url)).text()
      server.close()
      return text.length
    },
    'a raw socket': async () => {
      const { server, port } = await outside(() => slowServer(60))
      const length = await new Promise<number>((resolve) => {
        let read = 0
        const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'))
        socket.on('data', (bytes) => {
          read += bytes.length
        })
        socket.on('close', () => resolve(read))
      })
      server.close()
      return length
    },
    'a raw socket that asks again': async () => {
      const { server, port } = await outside(async () => {
        const server = createTcpServer((socket) =>
          socket.on('data', () => setTimeout(() => socket.write('x'), 60)),
        )
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        return { server, port: (server.address() as { port: number }).port }
      })
      const asked = await new Promise<number>((resolve) => {
        let answers = 0
        const socket = connect(port, '127.0.0.1', () => socket.write('?'))
        socket.on('data', () => {
          answers += 1
          if (answers === 4) resolve(answers)
          if (answers === 4) socket.destroy()
          else socket.write('?')
        })
      })
      server.close()
      return asked
    },
    'a worker thread': () =>
      new Promise((resolve) => {
        const code =
          "const end = Date.now() + 80; while (Date.now() < end); require('node:worker_threads').parentPort.postMessage(1)"
        new Worker(code, { eval: true }).on('message', resolve)
      }),
    'a child process': () => promisify(execFile)(process.execPath, ['-e', 'setTimeout(() => {}, 50)']),
    zlib: () => promisify(gzip)(Buffer.alloc(20_000_000, 'abc')),
    crypto: () => subtle.digest('SHA-512', Buffer.alloc(20_000_000)),
  }
  /** Servers of the test keep the real time. */
  let outside = <T>(work: () => Promise<T>): Promise<T> => work()

  it.each(Object.keys(IO))('%s is not overrun by time', async (name) => {
    const real = new AsyncResource('outside')
    outside = (work) => real.runInAsyncScope(work)
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      // A guard that would fire at once if time went on meanwhile.
      const guard = sleep(30_000).then(() => 'overrun')
      expect(await Promise.race([IO[name]?.(), guard])).not.toBe('overrun')
      expect(simulator.clock.now).toBe(START)
    })
  })

  it('is refused where that was asked for, and named', async () => {
    const work = withVirtualTime(
      createSimulator(),
      async () => {
        await Promise.race([sleep(1000), IO['a file']?.()])
        await sleep(1000)
      },
      { realIo: 'error' },
    )
    await expect(work).rejects.toThrow(/real I\/O is under way while time could go on: .*a file/)
  })

  it('is no matter where it is ignored', async () => {
    const work = withVirtualTime(
      createSimulator(),
      () => Promise.race([sleep(1000).then(() => 'overrun'), IO['a child process']?.()]),
      { realIo: 'ignore' },
    )
    expect(await work).toBe('overrun')
  })

  it('to the simulator itself over HTTP: the answer held back comes when the clock does', async () => {
    const simulator = createSimulator()
    const server = await serve(simulator)
    simulator.faults.inject({ then: { delay: '2 minutes' } })
    await withVirtualTime(simulator, async () => {
      const response = await fetch(`${server.url}/public/v1/invoices/`, { headers: HEADERS })
      expect(response.status).toBe(200)
      await response.text()
      expect(simulator.clock.now).toBe(at(120))
      await sleep(1000)
    })
    expect(simulator.clock.now).toBe(at(121))
    await server.close()
  })
})
