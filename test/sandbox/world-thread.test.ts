import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { WorkerThread } from '../../src/hosts/node/many/world-thread'
import { readQuotas } from '../../src/sandbox/quotas'
import { WorldJobs } from '../../src/sandbox/world-job'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

const PROGRAM = temporaryFolder()
beforeAll(() => bundlePrograms(PROGRAM, commands), 60_000)

test('a thread that ends in a job fails it, and the next job has another one', async () => {
  const program = pathToFileURL(join(PROGRAM, 'world-worker.js'))
  const thread = new WorkerThread(program, {
    domain: 'sandbox.example.com',
    quotas: readQuotas({}, 'quotas'),
  })
  const jobs = new WorldJobs(thread)
  const body = new TextEncoder().encode(JSON.stringify({ name: 'one' }))
  const first = await jobs.begin()
  expect(await first.run('read', body)).toMatchObject({ name: 'one' })
  await thread.close()
  await expect(first.run('give')).rejects.toThrow('the world is gone')
  const waiting = jobs.begin()
  first.end()
  const second = await waiting
  expect(await second.run('read', body)).toMatchObject({ name: 'one' })
  second.end()
  await thread.close()
})
