import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOM = mkdtempSync(join(tmpdir(), 'accounting-simulator-packed-'))
process.on('exit', () => rmSync(ROOM, { recursive: true, force: true }))

const PROGRAMS = fileURLToPath(new URL('./consumers/', import.meta.url))

/** Runs a program to its end; when it fails its output is shown and the check ends. */
export function run(program: string, args: readonly string[], cwd = process.cwd()): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout
  process.stdout.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`)
  process.stdout.write(`FAILED  ${program} ${args.join(' ')}\n`)
  process.exit(1)
}

export interface Tarball {
  readonly path: string
  readonly files: readonly string[]
}

export function pack(): Tarball {
  const listing = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', ROOM]))
  const [{ filename, files, size }] = Array.isArray(listing) ? listing : Object.values(listing)
  process.stdout.write(`${filename}: ${files.length} files, ${Math.round(size / 1024)} KiB\n`)
  return { path: join(ROOM, filename), files: files.map((file: { path: string }) => file.path) }
}

/** A folder outside the project with some packages installed and the programs of ./consumers, or others, in it. */
export class Consumer {
  readonly folder: string

  constructor(name: string, packages: readonly string[], programs = PROGRAMS) {
    this.folder = join(ROOM, name)
    cpSync(programs, this.folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
    const manifest = join(this.folder, 'package.json')
    if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n')
    this.run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages])
  }

  run(program: string, args: readonly string[]): string {
    return run(program, args, this.folder)
  }

  /** @throws when the file does not have the text. */
  replace({ file, from, to }: { readonly file: string; readonly from: string; readonly to: string }): void {
    const path = join(this.folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${path} lacks ${from}`)
    writeFileSync(path, text.replace(from, to))
  }

  node(file: string): string {
    return this.run(process.execPath, [file])
  }

  /** The Node binary that an npm package brings; undefined when it cannot be had. */
  nodeOfPackage(name: string): string | undefined {
    spawnSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: this.folder, stdio: 'ignore' })
    const binary = join(this.folder, 'node_modules', 'node', 'bin', 'node')
    return existsSync(binary) && spawnSync(binary, ['--version']).status === 0 ? binary : undefined
  }
}
