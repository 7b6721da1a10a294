import { resolve } from 'node:path'
import webpack from 'webpack'

export const bundle = (file: string, outfile: string): Promise<void> =>
  new Promise((done, fail) =>
    webpack(
      {
        ...{ entry: resolve(file), mode: 'development', target: 'web', devtool: false },
        output: { path: resolve('.'), filename: outfile },
        optimization: { splitChunks: false },
      },
      (error, stats) =>
        error || stats?.hasErrors() ? fail(error ?? new Error(stats?.toString('errors-only'))) : done(),
    ),
  )
