const { useEntries } = require('./use-entries.cjs')

const NAMES = ['controls', 'matchers', 'openapi', 'receiver', 'replay', 'scenarios', 'time', 'worlds']
const others = NAMES.map((name) => require(`accounting-simulator/${name}`))

useEntries(Object.assign({}, require('accounting-simulator'), ...others))
