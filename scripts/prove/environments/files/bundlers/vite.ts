import { renameSync } from 'node:fs'
import { build } from 'vite'

export async function bundle(file: string, outfile: string): Promise<void> {
  const lib = { entry: file, formats: ['es' as const], fileName: 'page' }
  await build({
    logLevel: 'warn',
    build: { lib, outDir: 'built', rollupOptions: { output: { inlineDynamicImports: true } } },
  })
  renameSync('built/page.js', outfile)
}
