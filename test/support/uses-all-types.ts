import { registry } from '../../src/resources/registry'

/** A program that uses every record type, in ways that all builds of the package know. */
export const usesAllTypes = (): string => {
  const uses = registry.definitions.map(
    ({ name }, index) => `
export const one${index} = simulator.records.${name}.get(1)
export const body${index} = (given: Parameters<typeof simulator.records.${name}.create>[0]) =>
  simulator.records.${name}.create({ ...given })
export const members${index} = simulator.records.${name}.list().items.map((one) => Object.keys(one))
export const found${index} = simulator.records.${name}.find((one) => one !== one${index})`,
  )
  const head =
    "import { createSimulator } from 'accounting-simulator'\nexport const simulator = createSimulator()"
  return `${head}\n${uses.join('\n')}\n`
}
