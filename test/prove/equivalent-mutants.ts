/** Mutants that no test can find, because they change nothing that can be seen. */
export interface Equivalents {
  readonly file: string
  readonly reason: string
  /** How the line of the sources begins in which one begins, without the space before it; what it replaces, by what. */
  readonly mutants: readonly (readonly [line: string, from: string, to: string])[]
}

const CENTS = 'src/kernel/cents.ts'
const MONEY = 'src/kernel/money.ts'
const DOCUMENTS = 'src/engine/settlement/documents.ts'

const MULTIPLY = 'if (places >= 0 && places < SHORT) {'
const STORED = "if (typeof sent === 'string' && isAsStored(sent, places)) return { text: sent }"
const DIGITS = "const [, sign = '', digits = '', fraction = ''] = match"
const FULL = 'if (read.size >= READ_AT_MOST) read.clear()'

export const EQUIVALENT_MUTANTS: readonly Equivalents[] = [
  {
    file: CENTS,
    reason: 'the way for long texts gives the same, only slower',
    mutants: [
      ["const POINT = '.'.charCodeAt(0)", "'.'", '""'],
      ['const whole = amount.length - 3', 'amount.length - 3', 'amount.length + 3'],
      ['if (amount.charCodeAt(whole) === POINT)', 'amount.charCodeAt(whole) === POINT', 'false'],
      ['return amount.length <= SHORT', 'amount.length <= SHORT', 'false'],
      ['return amount.length <= SHORT', 'amount.length <= SHORT', 'amount.length < SHORT'],
      [
        'if (Math.abs(short) < SHORT_CENTS) return short < 0',
        'Math.abs(short) < SHORT_CENTS',
        'Math.abs(short) <= SHORT_CENTS',
      ],
      [MULTIPLY, 'places >= 0 && places < SHORT', 'false'],
      [MULTIPLY, 'places >= 0', 'places > 0'],
      [
        MULTIPLY,
        '{ // A text that is too long for a number makes a product that is not safe, or 0. const exact = shortDigits(one) * shortDigits(other) if (Number.isSafeInteger(exact)) return BigInt(shortDivided(exact, POWERS[places] as number, rounding)) }',
        '{}',
      ],
      [
        'if (Number.isSafeInteger(exact)) return BigInt(shortDivided(exact, POWERS[places] as number, rounding))',
        'Number.isSafeInteger(exact)',
        'false',
      ],
      [
        'return places <= 0 ? exact * 10n ** BigInt(-places) : divided(exact, 10n ** BigInt(places), rounding)',
        'places <= 0',
        'places < 0',
      ],
    ],
  },
  {
    file: CENTS,
    reason: 'no stored decimal begins with its point',
    mutants: [
      ['return point < 0 ? 0 : text.length - point - 1', 'point < 0', 'point <= 0'],
      [
        'return BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1))',
        'point < 0',
        'point <= 0',
      ],
    ],
  },
  {
    file: CENTS,
    reason: 'with a rest of 0 nothing is rounded, and a value of 0 has no other',
    mutants: [
      ["if (rounding === 'down' || rest === 0) return quotient", 'rest === 0', 'false'],
      ['return isUp ? quotient + (value < 0 ? -1 : 1) : quotient', 'value < 0', 'value <= 0'],
      ['const twice = rest < 0n ? -2n * rest : 2n * rest', 'rest < 0n', 'rest <= 0n'],
      ['return isUp ? quotient + (value < 0n ? -1n : 1n) : quotient', 'value < 0n', 'value <= 0n'],
    ],
  },
  {
    file: MONEY,
    reason: 'the longer way gives the same text',
    mutants: [
      [STORED, "typeof sent === 'string' && isAsStored(sent, places)", 'false'],
      [STORED, "'string'", '""'],
      [STORED, "typeof sent === 'string'", 'false'],
    ],
  },
  {
    file: MONEY,
    reason: 'the grammar always has these two groups',
    mutants: [[DIGITS, "''", '"Stryker was here!"']],
  },
  {
    file: MONEY,
    reason: 'a cache changes no answer, whatever its size',
    mutants: [
      ['if (known) return known', 'known', 'false'],
      [FULL, 'read.size >= READ_AT_MOST', 'true'],
      [FULL, 'read.size >= READ_AT_MOST', 'false'],
      [FULL, 'read.size >= READ_AT_MOST', 'read.size > READ_AT_MOST'],
      [FULL, 'read.size >= READ_AT_MOST', 'read.size < READ_AT_MOST'],
    ],
  },
  {
    file: DOCUMENTS,
    reason: 'a text has no member `by`, so no row names a document by it',
    mutants: [
      [
        'const { lines, references, sources = [] } = settlementRules(write.definition)',
        '[]',
        '["Stryker was here"]',
      ],
    ],
  },
  {
    file: DOCUMENTS,
    reason: 'references are checked before, so whatever is named is found',
    mutants: [['return kind && document', 'kind && document', 'kind || document']],
  },
  {
    file: DOCUMENTS,
    reason: 'only the documents that count by side have a side',
    mutants: [
      [
        "kind.counts === 'down' || (kind.counts === 'by-side' && document.side === 'debit')",
        "kind.counts === 'by-side'",
        'true',
      ],
    ],
  },
]

/** Why no test can find the mutant. */
export const explainedBy = (
  file: string,
  { line, from, to }: { readonly line: string; readonly from: string; readonly to: string },
): string | undefined =>
  EQUIVALENT_MUTANTS.find(
    (one) =>
      one.file === file &&
      one.mutants.some(([start, was, becomes]) => line.startsWith(start) && was === from && becomes === to),
  )?.reason
