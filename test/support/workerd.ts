import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { entryPoints } from '../../tsup.config'
import { pause } from './pause'
import { temporaryFolder } from './temporary-folder'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The binary that scripts/install-workerd has put there, or the one that WORKERD names; undefined if there is none. */
export const workerdBinary: string | undefined = [
  process.env.WORKERD ?? '',
  join(ROOT, '.workerd/node_modules/@cloudflare', `workerd-${process.platform}-64`, 'bin/workerd'),
  join(
    ROOT,
    '.workerd/node_modules/@cloudflare',
    `workerd-${process.platform}-${process.arch}`,
    'bin/workerd',
  ),
].find((path) => path !== '' && existsSync(path))

export interface WorkerdOptions {
  /** A module that exports the worker and the classes of its objects. */
  readonly program: string
  /** Classes of objects by the name of their binding. */
  readonly objects: Readonly<Record<string, string>>
  /** Texts by the name of their binding. */
  readonly texts?: Readonly<Record<string, string>>
  /** Private addresses may be reached by `fetch`. @default false */
  readonly isPrivateNetworkOpen?: boolean
}

/** Raw workerd with objects whose storage is on the disk, which can be killed and started again. */
export class Workerd {
  readonly #folder = temporaryFolder()
  #process: ChildProcess | undefined
  /** What it printed. */
  printed = ''

  private constructor(readonly port: number) {}

  static async start(options: WorkerdOptions): Promise<Workerd> {
    const workerd = new Workerd(await freePort())
    await workerd.#write(options)
    await workerd.restart()
    return workerd
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Where its objects lie. */
  get state(): string {
    return join(this.#folder, 'state')
  }

  /** Starts it over the storage that is there, and waits until it listens. */
  async restart(): Promise<void> {
    await this.kill()
    const child = spawn(workerdBinary ?? 'workerd', ['serve', 'config.capnp'], { cwd: this.#folder })
    this.#process = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.printed = (this.printed + text).slice(-20_000)
      })
    for (let tries = 0; child.exitCode === null && tries < 400; tries++) {
      const answer = await fetch(this.url, { method: 'OPTIONS' }).catch(() => undefined)
      if (answer) return
      await pause(25)
    }
    throw new Error(`workerd did not start: ${this.printed}`)
  }

  /** SIGKILL: nothing is told, nothing ends in order. */
  async kill(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }

  async #write({
    program,
    objects,
    texts = {},
    isPrivateNetworkOpen = false,
  }: WorkerdOptions): Promise<void> {
    mkdirSync(this.state)
    await bundleWorker(program, join(this.#folder, 'worker.js'))
    const names = Object.entries(objects)
    const reach = isPrivateNetworkOpen ? '"public", "private"' : '"public"'
    writeFileSync(
      join(this.#folder, 'config.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = "state", writable = true)),
    (name = "internet", network = (allow = [${reach}], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${this.port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-04-01",
  durableObjectNamespaces = [
    ${names.map(([, name]) => `(className = ${quoted(name)}, uniqueKey = ${quoted(name)}, enableSql = true),`).join('\n    ')}
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    ${names.map(([binding, name]) => `(name = ${quoted(binding)}, durableObjectNamespace = ${quoted(name)}),`).join('\n    ')}
    ${Object.entries(texts)
      .map(([name, text]) => `(name = ${quoted(name)}, text = ${quoted(text)}),`)
      .join('\n    ')}
  ],
);
`,
    )
  }
}

const quoted = (text: string): string => JSON.stringify(text)

/** One module, as the platform's own tool makes it. */
async function bundleWorker(program: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    stdin: { contents: program, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    target: 'es2022',
    external: ['cloudflare:*', 'node:*'],
    alias: Object.fromEntries(
      Object.entries({ ...entryPoints, index: 'src/index-browser.ts' })
        .map(
          ([name, file]) =>
            [
              name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
              join(ROOT, file),
            ] as const,
        )
        .sort(([a], [b]) => b.length - a.length),
    ),
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
