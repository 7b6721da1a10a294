import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANY_OPTIONS } from '../../src/command/many/arguments'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import type { Made } from './deployment'
import { ManyCommand, TOKENS } from './many-command'
import { sqliteHere } from './storages'

const EXAMPLES = new URL('../../examples/sandbox/', import.meta.url)
const example = (name: string): string => readFileSync(new URL(name, EXAMPLES), 'utf8')
const DOMAIN = 'sandbox.example.com'
const { bin: BIN } = JSON.parse(readFileSync('package.json', 'utf8'))
const TOOLS = `tools.${DOMAIN}`

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined
const hasProxy = isThere('nginx', '-v') && isThere('openssl', 'version')
if (!hasProxy) console.warn('nginx or openssl is missing: the tests of TLS in front of many are left out.')
const hasSystemd = isThere('systemd-analyze', '--version')
if (!hasSystemd) console.warn('systemd-analyze is missing: the unit of examples/sandbox is not verified.')

test.each(['Dockerfile', 'compose.yaml', 'accounting-sandboxes.service'])(
  '%s gives options that there are',
  (name) => {
    const known = new Set(Object.keys(MANY_OPTIONS).map((option) => `--${option}`))
    const lines = example(name).split('\n')
    const given = lines
      .filter((line) => /many|'--|"--/.test(line) && !/^RUN|HEALTHCHECK/.test(line))
      .flatMap((line) => line.match(/(?<=[\s'"])--[a-z-]+(?=['" ])/g) ?? [])
    const docker = new Set(['--detach', '--signal', '--system', '--prefix', '--group', '--now'])
    expect(given).toContain('--teams')
    expect(given.filter((option) => !known.has(option) && !docker.has(option))).toEqual([])
  },
)

test.each<[what: string, file: string, pattern: RegExp, known: string]>([
  ['port', 'Dockerfile', /127\.0\.0\.1:(\d+)/, '4020'],
  ['port', 'nginx.conf', /server 127\.0\.0\.1:(\d+);/, '4020'],
  ['port', 'nginx-path.conf', /proxy_pass http:\/\/127\.0\.0\.1:(\d+)/, '4020'],
  ['port', 'accounting-sandboxes.socket', /ListenStream=127\.0\.0\.1:(\d+)/, '4020'],
  [
    'program',
    'accounting-sandboxes.service',
    /node_modules\/accounting-simulator\/(\S+)/,
    BIN['accounting-simulator'],
  ],
  ['command', 'Dockerfile', /node_modules\/\.bin\/([\w-]+)/, String(Object.keys(BIN)[0])],
  ['command', 'compose.yaml', /node_modules\/\.bin\/([\w-]+)/, String(Object.keys(BIN)[0])],
  ['health', 'Dockerfile', /:4020(\/\w+)/, '/readyz'],
  ['metrics', 'nginx.conf', /location = (\S+)/, '/metrics'],
  [
    'folder',
    'compose.yaml',
    /- data:(\S+)/,
    /"--directory", "([^"]+)"/.exec(example('Dockerfile'))?.[1] ?? '',
  ],
  [
    'file',
    'compose.yaml',
    /"--teams", "([^"]+)"/,
    /"--teams", "([^"]+)"/.exec(example('Dockerfile'))?.[1] ?? '',
  ],
  [
    'mounted',
    'compose.yaml',
    /:(\/etc\/nginx\/tls):ro/,
    /certificate (\S+)\/\w+\.pem/.exec(example('nginx.conf'))?.[1] ?? '',
  ],
])('the %s of %s is the one that there is', (_, file, pattern, known) => {
  expect(MANY_OPTIONS.port.takes).toBe('4020')
  const named = [...example(file).matchAll(new RegExp(pattern, 'g'))].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set([known]))
})

test('the worker has the classes that wrangler.json binds and stores', () => {
  const { main, durable_objects: objects, migrations } = JSON.parse(example('wrangler.json'))
  const bound = objects.bindings.map((one: { class_name: string }) => one.class_name).sort()
  const [, exported = ''] = /^export \{ (.+) \}/m.exec(example(main)) ?? []
  expect([exported.split(', ').sort(), migrations[0].new_sqlite_classes.sort()]).toEqual([bound, bound])
})

test('the image runs as no root, and its last stage has no tools of the first', () => {
  const [, , last = ''] = example('Dockerfile').split(/^FROM /m)
  expect(last).toMatch(/^USER node$/m)
  expect(last).not.toMatch(/npm|apt/)
})

test.runIf(hasSystemd)('systemd takes the unit', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'accounting-sandboxes.service')
  // The package and its user are not installed here.
  const text = example('accounting-sandboxes.service').replace(
    /^ExecStart=\S+/m,
    `ExecStart=${process.execPath}`,
  )
  writeFileSync(file, text.replace('User=accounting-sandboxes', 'User=daemon'))
  const socket = 'accounting-sandboxes.socket'
  writeFileSync(join(folder, socket), example(socket))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file, join(folder, socket)], {
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n').filter((line) => line.includes('accounting-sandboxes'))]).toEqual([
    0,
    [],
  ])
})

describe.skipIf(!hasProxy || !sqliteHere)('many behind nginx with TLS', () => {
  const program = temporaryFolder()
  const folder = temporaryFolder()
  let many: ManyCommand
  /** Below a path of another name. */
  let below: ManyCommand
  let nginx: ChildProcess
  let port = 0

  beforeAll(async () => {
    await bundlePrograms(program, commands)
    many = new ManyCommand(program)
    await many.start('--domain', DOMAIN, '--ui')
    below = new ManyCommand(program)
    await below.start('--public-url', `https://${TOOLS}/sim`, '--ui')
    port = await freePort()
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    const names = `subjectAltName=DNS:${DOMAIN},DNS:*.${DOMAIN}`
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        `/CN=${DOMAIN}`,
        '-addext',
        names,
      ].concat(['-keyout', key, '-out', certificate]),
      { stdio: 'ignore' },
    )
    const plain = await freePort()
    const serverIn = (name: string, { url }: ManyCommand): string =>
      example(name)
        .replace('127.0.0.1:4020', new URL(url).host)
        .replaceAll('/etc/nginx/tls/', `${folder}/`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('server_name tools.example.com;', `server_name ${TOOLS};`)
    const servers = serverIn('nginx.conf', many) + serverIn('nginx-path.conf', below)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
      http { access_log off; ${temporary.join(' ')}\n${servers} }\n`,
    )
    execFileSync('nginx', ['-t', '-q', '-c', config])
    nginx = spawn('nginx', ['-c', config], { stdio: 'inherit' })
    // `nginx -t` leaves a pid file, so only the socket says that it listens.
    while (!(await listens(port))) {
      if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
      await pause(20)
    }
  }, 60_000)
  afterAll(async () => {
    const ended = nginx && once(nginx, 'exit')
    nginx?.kill('SIGTERM')
    await ended
    await Promise.all([many?.end(), below?.end()])
  })

  interface Answer {
    readonly status: number
    readonly text: string
  }

  /** The certificate is checked, and so is that it is for this name. */
  const ask = (name: string, path: string, headers: object, method = 'GET', body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const ca = readFileSync(join(folder, 'fullchain.pem'))
      const sent = request(
        { host: '127.0.0.1', port, servername: name, path, method, ca, headers: { host: name, ...headers } },
        async (answer) => {
          let text = ''
          for await (const part of answer.setEncoding('utf8')) text += part
          resolve({ status: answer.statusCode ?? 0, text })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('teams and sandboxes are reached by their names', async () => {
    const created = await ask(DOMAIN, '/__sandboxes', bearer(TOKENS.web), 'POST', '{"clock":"manual"}')
    const made = JSON.parse(created.text) as Made
    expect([created.status, made.url]).toEqual([201, `https://${made.id}.${DOMAIN}`])
    const { host } = new URL(made.url)
    const items = await ask(host, '/public/v1/items/', { 'x-api-key': made.apiKey })
    expect(items.status).toBe(200)
    const clock = await ask(host, '/__simulator/clock', bearer(made.adminToken))
    expect(JSON.parse(clock.text)).toMatchObject({ kind: 'manual' })
    expect((await ask(host, '/__simulator/clock', {})).status).toBe(401)
    expect((await ask(DOMAIN, '/__sandboxes/ui/', {})).text).toContain('<accounting-simulator-team>')
  })

  test('all are reached below a path, by their keys and tokens', async () => {
    const created = await ask(TOOLS, '/sim/__sandboxes', bearer(TOKENS.web), 'POST', '{"clock":"manual"}')
    const made = JSON.parse(created.text) as Made
    expect([created.status, made.url]).toEqual([201, `https://${TOOLS}/sim`])
    const asked: [path: string, headers: object, status: number][] = [
      ['/sim/public/v1/items/', { 'x-api-key': made.apiKey }, 200],
      ['/sim/__simulator/clock', bearer(made.adminToken), 200],
      ['/sim/__simulator/clock', {}, 404],
      ['/sim/__sandboxes/ui/', {}, 200],
      ['/sim/readyz', {}, 200],
      ['/sim/metrics', {}, 404],
      ['/sim//metrics', {}, 404],
      ['/metrics', {}, 404],
    ]
    for (const [path, headers, status] of asked)
      expect([path, (await ask(TOOLS, path, headers)).status]).toEqual([path, status])
  })

  test('health is seen from outside, metrics are not', async () => {
    expect((await ask(DOMAIN, '/readyz', {})).status).toBe(200)
    expect((await ask(DOMAIN, '/metrics', {})).status).toBe(404)
    expect((await ask(DOMAIN, '/metrics?', {})).status).toBe(404)
    expect((await ask(DOMAIN, '//metrics', {})).status).not.toBe(200)
    expect((await ask(DOMAIN, '/%6detrics', {})).status).not.toBe(200)
  })

  test('the log has the address that the proxy saw, whatever a client writes', async () => {
    await ask(DOMAIN, '/__sandboxes', { ...bearer('wrong'), 'x-forwarded-for': '203.0.113.9' })
    expect(await many.told('refused')).toMatchObject({ status: 401, address: '127.0.0.1' })
  })
})

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
