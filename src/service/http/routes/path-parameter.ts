export type ParameterGrammar = (segment: string) => boolean

const WHOLE = /^-?(?:0|[1-9][0-9]{0,15})$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isIdentifier: ParameterGrammar = (segment) =>
  WHOLE.test(segment) && Math.abs(Number(segment)) <= Number.MAX_SAFE_INTEGER
const isUuid: ParameterGrammar = (segment) => UUID.test(segment)

/** Path parameters are integers, except `{uuid}`. Other texts match no route (§5.1). */
export const grammarOf = (parameter: string): ParameterGrammar =>
  parameter === '{uuid}' ? isUuid : isIdentifier
