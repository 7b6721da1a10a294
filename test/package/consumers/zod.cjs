const { createSimulator } = require('accounting-simulator')
const { schemas, serviceSchemas } = require('accounting-simulator/zod')
const { useSchemas } = require('./use-schemas.cjs')

void useSchemas({ createSimulator, schemas, serviceSchemas })
