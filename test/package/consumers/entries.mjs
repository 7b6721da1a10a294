import * as main from 'accounting-simulator'
import * as controls from 'accounting-simulator/controls'
import * as matchers from 'accounting-simulator/matchers'
import * as openapi from 'accounting-simulator/openapi'
import * as receiver from 'accounting-simulator/receiver'
import * as replay from 'accounting-simulator/replay'
import * as scenarios from 'accounting-simulator/scenarios'
import * as time from 'accounting-simulator/time'
import * as worlds from 'accounting-simulator/worlds'
import { useEntries } from './use-entries.cjs'

await useEntries({
  ...main,
  ...controls,
  ...matchers,
  ...openapi,
  ...receiver,
  ...replay,
  ...scenarios,
  ...time,
  ...worlds,
})
