import { writeFileSync } from 'node:fs'
import { llmsText } from './llms.ts'

/** Writes `llms.txt` of the package, whose links are paths in it. */
writeFileSync(new URL('../llms.txt', import.meta.url), llmsText())
