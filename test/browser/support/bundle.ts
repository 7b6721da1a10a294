import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { entryPoints, unindented, unnamed } from '../../../tsup.config'

/** The majors of msw under test, by the name of their package here. */
export const MSW = { 2: 'msw', 3: 'msw-3' } as const
export type MswMajor = keyof typeof MSW

const rootOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** A page's script with the sources behind the public names, as path and text. */
export async function bundle(entry: string, major: MswMajor): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [rootOf(entry)],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    sourcemap: 'inline',
    outdir: '/',
    entryNames: 'page',
    write: false,
    alias: Object.fromEntries(
      Object.entries({ ...entryPoints, index: unnamed['index-browser'] }).map(([name, file]) => [
        name === 'index' ? 'accounting-simulator' : `accounting-simulator/${name}`,
        rootOf(file),
      ]),
    ),
    plugins: [mswOf(major), unindented],
  })
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]))
}

/** An alias of esbuild would also rename what is below it in the package's own imports. */
const mswOf = (major: MswMajor): Plugin => ({
  name: 'msw',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^msw(\/browser)?$/ }, ({ path, ...rest }) =>
      major === 2 || rest.pluginData === 'renamed'
        ? undefined
        : resolve(path.replace('msw', MSW[major]), {
            kind: rest.kind,
            resolveDir: rest.resolveDir,
            pluginData: 'renamed',
          }),
    )
  },
})
