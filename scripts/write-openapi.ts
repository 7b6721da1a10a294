import { writeFileSync } from 'node:fs'

/** Writes the document of the built package beside it. */
const { createSimulator } = await import(new URL('../dist/index.js', import.meta.url).href)
writeFileSync(
  new URL('../dist/openapi.json', import.meta.url),
  `${JSON.stringify(createSimulator().openapi())}\n`,
)
