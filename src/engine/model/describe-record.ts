import type { Definition } from '../schema/define'

/** The name of a record in texts for people: its model and its identifier, such as `Invoice 1`. */
export const describeRecord = ({ model }: Pick<Definition, 'model'>, id: unknown): string =>
  `${model} ${String(id)}`
