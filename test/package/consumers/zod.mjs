import { createSimulator } from 'accounting-simulator'
import { schemas, serviceSchemas } from 'accounting-simulator/zod'
import { useSchemas } from './use-schemas.cjs'

await useSchemas({ createSimulator, schemas, serviceSchemas })
