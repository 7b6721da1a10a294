const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** Runs the body of an async function on a simulator of its own. What it throws is part of the output. */
export async function runProgram(program: string): Promise<string> {
  // Loaded when somebody runs something: readers of the other pages do not pay for it.
  const { createSimulator } = await import('accounting-simulator')
  const simulator = createSimulator()
  const printed: string[] = []
  const print = (...values: unknown[]): void => {
    printed.push(values.map(textOf).join(' '))
  }
  try {
    const body = Object.getPrototypeOf(async () => {}).constructor('simulator', 'print', program)
    await body(simulator, print)
  } catch (error) {
    printed.push(String(error))
  }
  const output = [...printed, '', 'Timeline', String(simulator.timeline)].join('\n')
  simulator[Symbol.dispose]()
  return output
}
