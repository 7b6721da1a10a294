import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What commit f292b29f left on the disks of its users. */
export const left = (name: string): Buffer => {
  const bytes = readFileSync(new URL(`./left/${name}`, import.meta.url))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

export const leftJson = (name: string) => JSON.parse(left(name).toString())
