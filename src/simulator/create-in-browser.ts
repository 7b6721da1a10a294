import { fromCaller } from '../errors/at-caller'
import { hostTime } from '../host-time/host-time'
import { registry } from '../resources/registry'
import type { SimulatorOptions } from '../worlds/options/options'
import { readOptions } from '../worlds/options/settings'
import { Simulator } from './simulator'

/** `createSimulator` for browsers: the whole service, but not the builder of its OpenAPI document. */
export const createInBrowser = (options: SimulatorOptions = {}): Simulator =>
  fromCaller(createInBrowser, () => new Simulator({ registry }, readOptions(options, hostTime.now)))
