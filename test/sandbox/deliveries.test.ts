import { beforeEach, describe, expect, test } from 'vitest'
import { deliverToPublicServer, publicLookup } from '../../src/hosts/node/many/deliver'
import { leadsOut, reasonAgainstTarget } from '../../src/sandbox/targets'
import { INVOICE } from '../support/worlds/shop'
import { DOMAIN, type Made, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

let many: TestDeployment
beforeEach(() => {
  many = new TestDeployment(new MemorySandboxes())
})

describe('webhooks', () => {
  test.each<[url: string, isAllowed: boolean]>([
    ['https://hooks.example.org/a', true],
    ['https://hooks.example.org:8443/a', true],
    ['https://93.184.216.34/', true],
    ['http://hooks.example.org/a', false],
    ['https://hooks.example.org:8080/', false],
    ['https://user:secret@hooks.example.org/', false],
    [`https://${DOMAIN}/`, false],
    [`https://abc.${DOMAIN}./`, false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['https://203.0.113.7/', false],
    ['ftp://hooks.example.org/', false],
    ['nothing', false],
  ])('go to %s: %s', (url, isAllowed) => {
    expect(reasonAgainstTarget(url, DOMAIN) === undefined).toBe(isAllowed)
  })

  test.each<[address: string, isPublic: boolean]>([
    ['93.184.216.34', true],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['100.128.0.1', true],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['192.0.2.1', false],
    ['198.51.100.255', false],
    ['203.0.113.0', false],
    ['192.88.99.1', false],
    ['::ffff:203.0.113.1', false],
    ['2002:c000:201::', false],
    ['192.0.3.1', true],
    ['203.0.114.1', true],
    ['2606:2800:220:1::1', true],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2002:5db8:d822::', true],
    ['2001:db8::1', false],
    ['fe80::1%eth0', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['not an address', false],
  ])('reach %s: %s', (address, isPublic) => {
    expect(leadsOut(address)).toBe(isPublic)
  })

  const hooked = async (clock: 'manual' | 'live', invoices = 6): Promise<Made> => {
    const made = await many.make({ clock })
    for (const url of ['https://127.0.0.1/', 'https://hooks.example.org/'])
      await many.service(made, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    for (let count = 0; count < invoices; count += 1)
      await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    return made
  }

  test('of a sandbox go to no forbidden place', async () => {
    const made = await hooked('manual', 2)
    await many.control(made, 'POST /webhooks/flush')
    expect(many.sent.map(({ url }) => url)).toEqual(Array(2).fill('https://hooks.example.org/'))
  })

  const told = async <T>(made: Made, path: string): Promise<readonly T[]> =>
    (await (await many.control(made, `GET /webhooks/${path}`)).json()) as T[]
  const attemptsIn = (made: Made) => told<{ readonly why: string }>(made, 'attempts')
  const untriedIn = async (made: Made) =>
    (
      await told<{ readonly id: number; readonly attempts: number; readonly due: string }>(made, 'queue')
    ).filter(({ attempts }) => attempts === 0)

  test('over the quota of a minute wait in the queue of a live clock, and no attempt is spent', async () => {
    many = new TestDeployment(new MemorySandboxes(), { deliveriesPerMinute: 4 })
    const made = await hooked('live')
    await many.fleet.wakeDue()
    expect(many.sent.length).toBe(4)
    expect((await untriedIn(made)).map(({ due }) => Date.parse(due) - many.time)).toEqual([15_000, 30_000])
    for (let second = 0; second < 30; second += 1) {
      many.time += 1000
      await many.fleet.wakeDue()
    }
    expect(many.sent.length).toBe(6)
    expect(await told(made, 'queue')).toEqual([])
    const failed = (await attemptsIn(made)).filter(({ why }) => !why.startsWith('answered 204'))
    expect(failed).toEqual([])
  })

  test('a call that moves a live clock is no way round the quota of a minute', async () => {
    many = new TestDeployment(new MemorySandboxes(), { deliveriesPerMinute: 4 })
    const made = await hooked('live')
    await many.fleet.wakeDue()
    const day = { duration: '1 day' }
    for (let call = 0; call < 3; call += 1) {
      const { status, headers } = await many.control(made, 'POST /clock/advance', day)
      expect([status, headers.get('retry-after') !== null, many.sent.length]).toEqual([429, true, 4])
    }
    await many.fleet.wakeDue()
    expect(many.sent.length).toBe(4)
    for (let second = 0; second < 31; second += 1) {
      many.time += 1000
      await many.fleet.wakeDue()
    }
    expect(many.sent.length).toBe(6)
    expect((await many.control(made, 'POST /clock/advance', day)).status).toBe(200)
  })

  test('over the quota of a minute stop who moves a clock that stands, with 429, and are sent later', async () => {
    many = new TestDeployment(new MemorySandboxes(), { deliveriesPerMinute: 4 })
    const made = await hooked('manual')
    const flushed = await many.control(made, 'POST /webhooks/flush')
    expect([flushed.status, flushed.headers.get('retry-after')]).toEqual([429, '15'])
    expect(await flushed.json()).toMatchObject({ quota: 'deliveriesPerMinute' })
    const [next, ...others] = await untriedIn(made)
    expect([(await attemptsIn(made)).length, others.length]).toEqual([4, 1])
    // Nothing else waits for it, and one delivery alone is no way round.
    expect((await many.control(made, 'POST /clock/advance', { duration: '0 seconds' })).status).toBe(429)
    expect((await many.control(made, 'POST /webhooks/deliver', { id: next?.id })).status).toBe(429)
    many.time += 60_000
    expect((await many.control(made, 'POST /webhooks/flush')).status).toBe(200)
    expect(many.sent.length).toBe(6)
  })
})

describe('a webhook', () => {
  test.each<[what: string, found: string[], used: string[] | string]>([
    ['a public address', ['93.184.216.34'], ['93.184.216.34']],
    ['public addresses and one inside', ['10.0.0.1', '93.184.216.34', '::1'], ['93.184.216.34']],
    ['an address inside, for a public name', ['192.168.1.1'], 'leads to no public address'],
    ['the address of metadata', ['169.254.169.254'], 'leads to no public address'],
    ['no address', [], 'leads to no public address'],
  ])('is connected to the address that was checked: %s', async (_, found, used) => {
    let answers = [found, ['127.0.0.1']]
    // It lies from its second answer on.
    const find = ((__: string, ___: object, done: (error: null, found: object[]) => void) => {
      const [next = []] = answers
      answers = answers.slice(1)
      done(
        null,
        next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as never
    const given = await new Promise((resolve) =>
      publicLookup(find)('public.example.org', { all: true }, (error, addresses) =>
        resolve(error?.message ?? (addresses as { address: string }[]).map(({ address }) => address)),
      ),
    )
    expect(given).toEqual(typeof used === 'string' ? expect.stringContaining(used) : used)
    expect(answers).toEqual([['127.0.0.1']])
  })

  test('tells nobody whether a name is known inside', async () => {
    const told = (error: Error | null, address?: string) => {
      const find = ((
        _: string,
        __: object,
        done: (error: Error | null, found: object[] | undefined) => void,
      ) => done(error, address === undefined ? undefined : [{ address, family: 4 }])) as never
      const request = new Request('https://payroll.corp.example.org/', { method: 'POST', body: '{}' })
      return deliverToPublicServer(request, find).catch(({ name, message, code }) => [name, message, code])
    }
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND payroll'), { code: 'ENOTFOUND' })
    const answers = [await told(unknown), await told(null, '10.1.2.3')]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toContain('payroll.corp.example.org leads to no public address')
  })

  test('goes to no name that leads inside when the connection is made, whatever it led to before', async () => {
    const addresses = ['127.0.0.1', '10.1.2.3', '::1']
    const asked: string[] = []
    const find = ((name: string, _: object, done: (error: null, found: object[]) => void) => {
      asked.push(name)
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as never
    const request = new Request('https://changes.example.org/', { method: 'POST', body: '{}' })
    await expect(deliverToPublicServer(request, find)).rejects.toThrow('leads to no public address')
    // The address that is used is the one that was checked: there is no second question.
    expect(asked).toEqual(['changes.example.org'])
  })
})
