import { isUuid } from '../../../kernel/uuid'

export type ParameterGrammar = (segment: string) => boolean

const WHOLE = /^-?(?:0|[1-9][0-9]{0,15})$/

const isIdentifier: ParameterGrammar = (segment) =>
  WHOLE.test(segment) && Math.abs(Number(segment)) <= Number.MAX_SAFE_INTEGER

/** Path parameters are integers, except `{uuid}`. Other texts match no route (§5.1). */
export const grammarOf = (parameter: string): ParameterGrammar =>
  parameter === '{uuid}' ? isUuid : isIdentifier
