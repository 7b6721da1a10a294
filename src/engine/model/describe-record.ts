import type { Definition } from '../schema/define'

/** What texts for people call a record: its model and its identifier, such as `Invoice 1`. */
export const describeRecord = ({ model }: Pick<Definition, 'model'>, id: unknown): string =>
  `${model} ${String(id)}`
