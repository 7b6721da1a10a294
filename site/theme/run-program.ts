const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

export interface Run {
  /** The output of the program, when it has ended. Some programs never end. */
  readonly printed: Promise<string>
  /** The panel of its simulator. */
  panel(): Promise<HTMLElement>
  end(): void
}

/** Begins the body of an async function on a simulator of its own. What it throws is part of the output. */
export async function runProgram(program: string): Promise<Run> {
  // Loaded when something runs: readers of the other pages do not pay for it.
  const { createSimulator } = await import('accounting-simulator')
  const simulator = createSimulator()
  const lines: string[] = []
  const log = (...values: unknown[]): void => {
    lines.push(values.map(textOf).join(' '))
  }
  const played = async (): Promise<string> => {
    try {
      const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
      await new AsyncFunction('simulator', 'console', program)(simulator, { log })
    } catch (error) {
      log(String(error))
    }
    return lines.join('\n')
  }
  return {
    printed: played(),
    async panel() {
      const { controls } = await import('accounting-simulator/controls')
      await import('accounting-simulator/inspector')
      const panel = Object.assign(document.createElement('accounting-simulator-inspector'), {
        port: controls(simulator),
      })
      panel.setAttribute('embedded', '')
      panel.setAttribute('tab', 'Timeline')
      return panel
    },
    end: () => simulator[Symbol.dispose](),
  }
}
