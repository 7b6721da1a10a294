import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Consumer, type Tarball } from './consumer'
import { step } from './step'

/** The package and nothing else. */
export async function alone({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('alone', [path])
  await step('an ES module', () => consumer.node('direct.mjs'))
  await step('a CommonJS module', () => consumer.node('direct.cjs'))
  await step('the entries around a simulator, ES modules', () => consumer.node('entries.mjs'))
  await step('the entries around a simulator, CommonJS', () => consumer.node('entries.cjs'))
  await step('an exploration, alone and with workers', () => consumer.node('explore.mjs'))
  await step('recorded traffic, and the command that replays it', () => consumer.node('replay.mjs'))
  await step('the tools for coding agents', () => consumer.node('mcp.mjs'))
  await step('the command', () => consumer.run('npx', ['accounting-simulator', '--help']))
}

/** The tests in Python start the command of the package, and end it. */
export async function python({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('python', [path], join('examples', 'python'))
  await step('examples/python', () => consumer.run('python3', ['-m', 'unittest', '-v']))
}

export async function typed({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('typed', [path, 'typescript@5.9', '@types/node@20'])
  await checkTypes(consumer, 'strict', ['mts', 'cts'], 'es2022')
}

/** The declarations of all entries, with the packages of every host, under the oldest and the newest TypeScript. */
export async function everyEntryTyped({ path }: Tarball): Promise<void> {
  const compilers = ['5.4', '5.9'].map((version) => `typescript-${version}@npm:typescript@${version}`)
  const hosts = ['msw@2.15', 'vitest@4', 'storybook@10', 'zod@4', '@types/node@20']
  const consumer = await Consumer.install('entry-types', [path, ...compilers, 'typescript@latest', ...hosts])
  await step('every entry compiles with library checks on', () => consumer.node('entry-types.cjs'))
}

export async function msw2({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('msw-2.15', [path, 'msw@2.15', 'typescript@5.9', '@types/node@20'])
  // The declarations of msw itself need the DOM, and cannot be required from CommonJS under node16.
  await checkTypes(consumer, 'strict-msw', ['mts'], 'es2022,dom,dom.iterable')
  await step('msw 2.15, ES module', () => consumer.node('msw.mjs'))
  await step('msw 2.15, CommonJS', () => consumer.node('msw.cjs'))
  await step('the entries for browsers, in Node', () => consumer.node('browser.mjs'))
}

export async function oldestMsw({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('msw-2.10', [path, 'msw@2.10.0'])
  await step('msw 2.10.0, the oldest that is allowed', () => consumer.node('msw.mjs'))
}

export async function msw3({ path }: Tarball): Promise<void> {
  const consumer = await Consumer.install('msw-3', [path, 'msw@3'])
  if (!('withResolvers' in Promise))
    await step('msw 3 on an older Node is refused', () => consumer.node('msw-refused.mjs'))
  const node24 = await consumer.nodeOfPackage('node@24')
  if (node24 === undefined) {
    process.stdout.write(
      `${'!'.repeat(80)}\nSKIPPED: msw 3 on Node 24, because the package node@24 did not install.\n`,
    )
    return
  }
  await step('msw 3 on Node 24, ES module', () => consumer.run(node24, ['msw.mjs']))
  await step('msw 3 on Node 24, CommonJS', () => consumer.run(node24, ['msw.cjs']))
  await step('Node 24 without msw', () => consumer.run(node24, ['direct.mjs']))
}

export async function zod({ path }: Tarball): Promise<void> {
  const oldest = await Consumer.install('zod-4', [path, 'zod@4.0.0'])
  await step('zod 4.0, ES module', () => oldest.node('zod.mjs'))
  await step('zod 4.0, CommonJS', () => oldest.node('zod.cjs'))
  const older = await Consumer.install('zod-3', [path, 'zod@3', '--force'])
  await step('zod 3 is refused', () => older.node('zod-refused.cjs'))
}

/** Compiles one program as every kind of importer, with no declaration excused, and runs what comes out. */
async function checkTypes(
  consumer: Consumer,
  program: string,
  kinds: readonly string[],
  lib: string,
): Promise<void> {
  if (kinds.includes('cts'))
    copyFileSync(join(consumer.folder, `${program}.mts`), join(consumer.folder, `${program}.cts`))
  const sources = kinds.map((kind) => `${program}.${kind}`)
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
  ]
  const target = ['--target', 'es2022', '--lib', lib, '--types', 'node']
  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const how = ['--module', module, '--moduleResolution', resolution, '--outDir', resolution]
    await step(`${program}: TypeScript, module resolution ${resolution}`, async () => {
      await consumer.run('npx', ['tsc', ...strict, ...target, ...how, ...sources])
      // A bundler would turn the syntax of a .cts into CommonJS; with module esnext TypeScript leaves it.
      const runnable = kinds.filter((kind) => kind === 'mts' || module !== 'esnext')
      for (const kind of runnable) await consumer.node(`${resolution}/${program}.${kind.replace('ts', 'js')}`)
    })
  }
}
