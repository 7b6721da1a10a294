import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOM = mkdtempSync(join(tmpdir(), 'accounting-simulator-packed-'))
process.on('exit', () => rmSync(ROOM, { recursive: true, force: true }))

const PROGRAMS = fileURLToPath(new URL('./consumers/', import.meta.url))

/**
 * Runs a program to its end. Returns what it wrote to stdout.
 *
 * @throws an error with everything that it printed, when it fails.
 */
export function run(program: string, args: readonly string[], cwd = process.cwd()): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, all] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      all += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      all += text
    })
    const fail = (why: string): void =>
      reject(new Error(`${all}\nFAILED  ${program} ${args.join(' ')} in ${cwd}: ${why}`))
    child.on('error', ({ message }) => fail(message))
    child.on('close', (code, signal) => (code === 0 ? resolve(out) : fail(`ended with ${signal ?? code}`)))
  })
}

export interface Tarball {
  readonly path: string
  readonly files: readonly string[]
}

export async function pack(): Promise<Tarball> {
  const listing = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', ROOM]))
  const [{ filename, files, size }] = Array.isArray(listing) ? listing : Object.values(listing)
  process.stdout.write(`${filename}: ${files.length} files, ${Math.round(size / 1024)} KiB\n`)
  return { path: join(ROOM, filename), files: files.map((file: { path: string }) => file.path) }
}

/** A folder outside the project with some packages installed and the programs of ./consumers, or others, in it. */
export class Consumer {
  readonly folder: string

  private constructor(name: string, programs: string) {
    this.folder = join(ROOM, name)
    cpSync(programs, this.folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
    const manifest = join(this.folder, 'package.json')
    if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n')
  }

  static async install(name: string, packages: readonly string[], programs = PROGRAMS): Promise<Consumer> {
    const consumer = new Consumer(name, programs)
    await consumer.run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages])
    return consumer
  }

  run(program: string, args: readonly string[]): Promise<string> {
    return run(program, args, this.folder)
  }

  /** @throws when the file does not have the text. */
  replace({ file, from, to }: { readonly file: string; readonly from: string; readonly to: string }): void {
    const path = join(this.folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${path} lacks ${from}`)
    writeFileSync(path, text.replace(from, to))
  }

  node(file: string): Promise<string> {
    return this.run(process.execPath, [file])
  }

  /** The Node binary that an npm package brings; undefined when it cannot be had. */
  async nodeOfPackage(name: string): Promise<string | undefined> {
    await this.run('npm', ['install', '--no-audit', '--no-fund', name]).catch(() => undefined)
    const binary = join(this.folder, 'node_modules', 'node', 'bin', 'node')
    return existsSync(binary) && spawnSync(binary, ['--version']).status === 0 ? binary : undefined
  }
}
