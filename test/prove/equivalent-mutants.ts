/** A mutant that no test can find, because it changes nothing that can be seen. */
export interface Equivalent {
  readonly file: string
  /** The line of the sources in which it begins, without the space around it. */
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

const DOCUMENTS = 'src/engine/settlement/documents.ts'

export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [
  {
    file: DOCUMENTS,
    line: 'const { lines, references, sources = [] } = settlementRules(write.definition)',
    ...{ from: '[]', to: '["Stryker was here"]' },
    reason: 'a text has no member `by`, so no row names a document by it',
  },
  {
    ...{ file: DOCUMENTS, line: 'return kind && document', from: 'kind && document', to: 'kind || document' },
    reason: 'references are checked before, so whatever is named is found',
  },
  {
    file: DOCUMENTS,
    line: "kind.counts === 'down' || (kind.counts === 'by-side' && document.side === 'debit')",
    ...{ from: "kind.counts === 'by-side'", to: 'true' },
    reason: 'only the documents that count by side have a side',
  },
]

/** Why no test can find the mutant. */
export const explainedBy = (
  file: string,
  mutant: Pick<Equivalent, 'line' | 'from' | 'to'>,
): string | undefined =>
  EQUIVALENT_MUTANTS.find(
    (one) =>
      one.file === file && one.line === mutant.line && one.from === mutant.from && one.to === mutant.to,
  )?.reason
