const assert = require('node:assert/strict')

assert.throws(() => require('accounting-simulator/zod'), /accounting-simulator\/zod needs zod 4 or later/)
