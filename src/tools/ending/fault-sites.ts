import type { Fault, Faults, Simulator } from '../../index'

/** The frames of the lines that injected faults. The host's part is there also when the world is put back. */
const frames = new WeakMap<object, string>()

/** Keeps which line injects a fault. To be called within `inject`; an engine with other stacks has none. */
export function keepSite({ hostParts }: Faults, { id }: Fault): void {
  const part = hostParts.get(id)
  // The functions between the caller and a method of the simulator have this name.
  const [, ...callers] = new Error().stack?.split(/^ +at .*\bwrapped\b.*\n/m) ?? []
  const [frame] = callers.at(-1)?.match(/^ +at .*:\d+:\d+\)?$/m) ?? []
  if (part && frame) frames.set(part, frame)
}

export const frameOf = ({ hostParts }: Faults, { id }: Fault): string | undefined =>
  frames.get(hostParts.get(id) ?? {})

/** The lines that injected the faults that hit something. Steps of scenarios have no line of their own. */
export function sitesText({ faults, parts }: Simulator): string {
  const ofPlays = new Set(parts.scenarios.steps.map(({ fault }) => fault))
  const lines = faults.list().flatMap((fault) => {
    const frame = fault.hits > 0 && !ofPlays.has(fault.id) ? frameOf(faults, fault) : undefined
    return frame === undefined ? [] : [`\nfault ${fault.id} was injected at ${placeOf(frame)}`]
  })
  return lines.length === 0 ? '' : `\n${lines.slice(0, 5).join('')}`
}

/** The file and the line of a frame. */
const placeOf = (frame: string): string => /[^/\\(]+:\d+(?=:\d+\)?$)/.exec(frame)?.[0] ?? ''
