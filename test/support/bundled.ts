import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { entryPoints, preloads } from '../../tsup.config'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Bundles programs and the sources that they need into a new folder, each as a file of its name there: a process of
 * its own loads a few files in the place of hundreds. Packages come from the project's own node_modules.
 */
export async function bundlePrograms(
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  const shared: BuildOptions = {
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'es2022',
  }
  if ('node-command' in programs)
    await build({ ...shared, entryPoints: preloads, format: 'cjs', outExtension: { '.js': '.cjs' } })
  await build({
    ...shared,
    entryPoints: { ...programs },
    splitting: true,
    format: 'esm',
    packages: 'external',
    alias: Object.fromEntries(
      Object.entries(entryPoints).map(([name, file]) => [publicName(name), join(ROOT, file)]),
    ),
  })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
}

/** Bundles the sources behind the public names. */
export const bundleSources = (folder: string): Promise<void> => bundlePrograms(folder, entryPoints)

/** What leads the public names to the files of such a folder, the longest name first. */
export const aliasesTo = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(entryPoints)
      .sort((a, b) => publicName(b).length - publicName(a).length)
      .map((name) => [publicName(name), join(folder, `${name}.js`)]),
  )

const publicName = (entry: string): string =>
  entry === 'index' ? 'accounting-simulator' : `accounting-simulator/${entry}`
