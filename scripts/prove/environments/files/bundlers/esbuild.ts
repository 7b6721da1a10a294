import { build } from 'esbuild'

export async function bundle(file: string, outfile: string): Promise<void> {
  await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'browser' })
}
