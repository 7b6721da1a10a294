import assert from 'node:assert/strict'
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'

assert.throws(() => handlers(createSimulator()), /msw 3 needs .* Install msw 2 or a newer Node/)
