import type { SimulatorOptions } from 'accounting-simulator'
import { itemsOf } from '../support/client'
import { judgedClientOf } from '../support/judged-client'
import { trading } from '../support/worlds/trade'

export const LINES = '/public/v3-alpha/invoices/lines/'
export const INVOICES = '/public/v3-alpha/invoices/'

/** A simulator of version 3-alpha with a client, and the items of any list. */
export const opened = (options: SimulatorOptions = {}) => {
  const simulator = trading({ strict: false, ...options })
  const send = judgedClientOf(simulator, simulator.apiKey, options)
  const list = async (path: string, query = '') => itemsOf(await send('GET', `${path}?${query}`))
  return { simulator, send, list }
}
