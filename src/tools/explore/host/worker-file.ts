import { pathToFileURL } from 'node:url'

/** The program of a worker: beside the built entry, or beside this source. */
export function workerFile(): URL {
  const here = typeof __dirname === 'string' ? pathToFileURL(`${__dirname}/`).href : import.meta.url
  return new URL(here.endsWith('.ts') ? './worker.ts' : './explore-worker.js', here)
}
