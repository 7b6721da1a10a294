import type { Fault, Faults, Simulator } from '../../index'
import { internalsOf } from '../../simulator/internals-of'

export type KnownFate = NonNullable<ReturnType<Faults['fates']['of']>>

/** The frames of the lines that injected faults. Their fates are there also when the world is put back. */
const frames = new WeakMap<KnownFate, string>()

/** Keeps which line injects a fault. To be called within `inject`; an engine with other stacks has none. */
export function keepSite(fate: KnownFate): void {
  const { stack } = new Error()
  // Others may have replaced the texts of stacks.
  const all = typeof stack === 'string' ? stack.split('\n').filter((line) => FRAME.test(line)) : []
  const frame = all[all.map((line) => ENTRY.test(line)).lastIndexOf(true) + 1]
  // A page numbers the lines of what it was sent. Who asks over HTTP has no line here.
  if (!frame || /\bhttps?:/.test(frame) || folderOf(frame) === folderOf(all[0])) return
  frames.set(fate, frame)
}

const FRAME = /^ +at .*:\d+:\d+\)?$/

/** The functions between a caller and a method of the simulator have this name. Bundlers put a digit behind it. */
const ENTRY = /^ +at [^(]*\bcalledByUser\d*( \[as [^\]]*\])? \(/

const folderOf = (frame = ''): string => /([^( ]*)[\\/][^\\/]*$/.exec(frame)?.[1] ?? ''

export function frameOf({ faults }: Simulator, { id }: Pick<Fault, 'id'>): string | undefined {
  const fate = faults.fates.of(id)
  return fate && frames.get(fate)
}

/** The lines that injected the faults that hit something. Steps of scenarios have no line of their own. */
export function sitesText(simulator: Simulator): string {
  const { faults } = simulator
  const ofPlays = new Set(internalsOf(simulator).scenarios.steps.map(({ fault }) => fault))
  const lines = faults.list().flatMap((fault) => {
    const frame = fault.hits > 0 && !ofPlays.has(fault.id) ? frameOf(simulator, fault) : undefined
    return frame === undefined ? [] : [`\nfault ${fault.id} was injected at ${placeOf(frame)}`]
  })
  const more = lines.length > AT_MOST ? `\nand ${lines.length - AT_MOST} more faults hit something` : ''
  return lines.length === 0 ? '' : `\n${lines.slice(0, AT_MOST).join('')}${more}`
}

const AT_MOST = 5

/** The file and the line of a frame. */
const placeOf = (frame: string): string => /[^/\\(]+:\d+(?=:\d+\)?$)/.exec(frame)?.[0] ?? ''
