const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

export interface Run {
  readonly printed: string
  /** Puts the panel of its simulator into an element. */
  show(place: HTMLElement): Promise<void>
  end(): void
}

/** Runs the body of an async function on a simulator of its own. What it throws is part of the output. */
export async function runProgram(program: string): Promise<Run> {
  // Loaded when something runs: readers of the other pages do not pay for it.
  const { createSimulator } = await import('accounting-simulator')
  const simulator = createSimulator()
  const printed: string[] = []
  const log = (...values: unknown[]): void => {
    printed.push(values.map(textOf).join(' '))
  }
  try {
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
    await new AsyncFunction('simulator', 'console', program)(simulator, { log })
  } catch (error) {
    printed.push(String(error))
  }
  return {
    printed: printed.join('\n'),
    async show(place) {
      const { controls } = await import('accounting-simulator/controls')
      await import('accounting-simulator/inspector')
      const panel = Object.assign(document.createElement('accounting-simulator-inspector'), {
        port: controls(simulator),
      })
      panel.setAttribute('embedded', '')
      panel.setAttribute('tab', 'Timeline')
      place.replaceChildren(panel)
    },
    end: () => simulator[Symbol.dispose](),
  }
}
