import { cents, centsText, converted, total, unconverted } from './arithmetic'
import type { InvoiceBody, JournalBody, PaymentBody, Status, Verdict } from './bodies-and-verdicts'
import { balanced, booked, keep, type Line, mirrored } from './ledger-lines'
import {
  companyCurrency,
  firstOf,
  fixed,
  isKnownAtBank,
  moneyCurrency,
  priced,
  rateProblems,
  statusProblems,
} from './rules'

interface Kept<Body> {
  body: Body
  status: Status
  amount: bigint
  /** Every ledger transaction that the record has, the reversing ones too. */
  transactions: Line[][]
}
interface Invoice extends Kept<InvoiceBody> {
  paid: bigint
  /** Its remaining amount on the receivable account. */
  carried: bigint
}
interface Payment extends Kept<PaymentBody> {
  customer: number | null
  relieved: Map<number, bigint>
}

/**
 * The expected books after any run of commands. Independent of the simulator: whole numbers, plain maps, and
 * the text of docs/service.md §4.5, §11 and §12.
 */
export class LedgerModel {
  readonly invoices: Invoice[] = []
  readonly payments: Payment[] = []
  readonly journals: Kept<JournalBody>[] = []

  clone(): LedgerModel {
    const copy = new LedgerModel()
    for (const name of ['invoices', 'payments', 'journals'] as const)
      copy[name].push(...(structuredClone(this[name]) as never[]))
    return copy
  }

  invoice(body: InvoiceBody, number?: number): Verdict {
    const before = at(this.invoices, number)
    const status = body.record_status ?? before?.status ?? 'posted'
    if (before && body.record_status === 'archived') return this.#archiveInvoice(before)
    const lines = body.items.map((line) => priced(line, body.contracted))
    const amount = total(lines.map(({ net, tax }) => net + tax))
    const isPaid = before !== undefined && before.paid > 0n
    const refused = firstOf(
      [
        ...statusProblems(before?.status, status),
        ...(isPaid ? fixed(before.body, body) : []),
        ...(status === 'posted' && body.items.length === 0 ? ['lines'] : []),
        ...(status === 'posted' && body.customer_id === null ? ['customer_id'] : []),
      ],
      before?.status === 'posted' && status === 'posted' && this.#isAfterPayment(before, body.date, number)
        ? ['date']
        : [],
      rateProblems(body),
      [...(amount < 0n ? ['amount'] : []), ...(isPaid && amount !== before.amount ? ['amount'] : [])],
    )
    if (refused) return { refused }
    const entry = balanced([
      { account: 1100, value: converted(amount, body.exchange_rate) },
      ...lines.flatMap(({ account, net, tax }) => [
        { account, value: -converted(net, body.exchange_rate) },
        { account: 2300, value: -converted(tax, body.exchange_rate) },
      ]),
    ])
    const transactions = status === 'posted' ? booked(amount, entry) : []
    const carried = isPaid ? before.carried : status === 'posted' ? converted(amount, body.exchange_rate) : 0n
    return answer(
      keep(this.invoices, before, { body, status, amount, transactions, paid: before?.paid ?? 0n, carried }),
    )
  }

  payment(body: PaymentBody, number?: number): Verdict {
    const before = at(this.payments, number)
    const status = body.record_status ?? before?.status ?? 'posted'
    if (before && body.record_status === 'archived') return this.#archivePayment(before)
    const applied = body.items.flatMap((line) => (line.invoice_number === undefined ? [] : [line]))
    if (applied.some((line) => !this.#invoiceOf(line))) return { refused: ['items'] }
    const customers = new Set(applied.map((line) => this.#invoiceOf(line)?.body.customer_id ?? null))
    const money = moneyCurrency(body)
    const unassigned = cents(body.unassigned_amount)
    const named = unassigned === 0n && customers.size === 1 ? ([...customers][0] ?? null) : null
    const customer = body.customer_id ?? named
    const isConverted = money !== body.currency_iso_4217_code && body.exchange_rate !== '0'
    const inRecord = isConverted ? unconverted(unassigned, body.exchange_rate) : unassigned
    const amount = total(body.items.map((line) => cents(line.amount))) + inRecord
    const refused = firstOf(
      [
        ...statusProblems(before?.status, status),
        ...(status === 'posted' && body.items.length === 0 && unassigned <= 0n ? ['lines'] : []),
        ...(money === undefined ? ['account_number'] : []),
        ...(status === 'posted' && customer === null ? ['customer_id'] : []),
        ...(status === 'posted' && !applied.every((line) => this.#matches(line, body, customer))
          ? ['items']
          : []),
        ...(status === 'posted' && new Set(applied.map((line) => line.invoice_number)).size < applied.length
          ? ['items']
          : []),
      ],
      status === 'posted' && body.line_date_validation && applied.some((line) => this.#isLater(line, body))
        ? ['items']
        : [],
      [
        ...rateProblems(body),
        ...(unassigned < 0n ? ['unassigned_amount'] : []),
        ...(applied.some((line) => cents(line.amount) <= 0n) ? ['items'] : []),
      ],
      [
        ...(amount < 0n ? ['amount'] : []),
        ...(status === 'posted' && applied.some((line) => cents(line.amount) > this.#openFor(line, before))
          ? ['items']
          : []),
      ],
    )
    if (refused) return { refused }
    if (before) this.#giveBack(before)
    const relieved = status === 'posted' ? this.#take(applied) : new Map<number, bigint>()
    const transactions =
      status === 'posted' ? this.#paymentEntries(body, amount, inRecord, relieved, money) : []
    return answer(keep(this.payments, before, { body, status, amount, transactions, customer, relieved }))
  }

  journal(body: JournalBody, number?: number): Verdict {
    const before = at(this.journals, number)
    const status = body.record_status ?? before?.status ?? 'posted'
    if (before && body.record_status === 'archived') return archived(before)
    const debits = total(body.items.map(({ debit }) => cents(debit)))
    const credits = total(body.items.map(({ credit }) => cents(credit)))
    const isPosted = status === 'posted'
    const isOneSided = body.items.every(({ debit, credit }) => cents(debit) > 0n !== cents(credit) > 0n)
    const isUnbalanced = body.items.length < 2 || debits !== credits
    const refused = firstOf(
      [...statusProblems(before?.status, status), ...(isPosted && body.items.length === 0 ? ['lines'] : [])],
      body.reversal_date !== null && body.reversal_date <= body.date ? ['reversal_date'] : [],
      [
        ...rateProblems(body),
        ...(isPosted && (isUnbalanced || !isOneSided || !isKnownAtBank(body)) ? ['items'] : []),
      ],
    )
    if (refused) return { refused }
    const entry = balanced(
      body.items.map(({ account_number, debit, credit }) => ({
        account: account_number,
        value: converted(cents(debit), body.exchange_rate) - converted(cents(credit), body.exchange_rate),
      })),
    )
    const transactions = isPosted ? [entry, ...(body.reversal_date === null ? [] : [mirrored(entry)])] : []
    return answer(keep(this.journals, before, { body, status, amount: debits, transactions }))
  }

  /** `1 1100` -> debits and credits as text, for every account with entries. */
  trialBalance(): Map<string, { debits: string; credits: string }> {
    const sums = new Map<string, { debits: bigint; credits: bigint }>()
    for (const { body, transactions } of [...this.invoices, ...this.payments, ...this.journals])
      for (const { account, value } of transactions.flat()) {
        const key = `${body.company_id} ${account}`
        const sum = sums.get(key) ?? { debits: 0n, credits: 0n }
        if (value > 0n) sum.debits += value
        else sum.credits -= value
        sums.set(key, sum)
      }
    return new Map(
      [...sums].map(([key, { debits, credits }]) => [
        key,
        { debits: centsText(debits), credits: centsText(credits) },
      ]),
    )
  }

  #archiveInvoice(one: Invoice): Verdict {
    if (one.paid > 0n && one.status !== 'archived') return { refused: ['record_status'] }
    const verdict = archived(one)
    if (!('refused' in verdict)) one.carried = 0n
    return verdict
  }

  #archivePayment(one: Payment): Verdict {
    const wasPosted = one.status === 'posted'
    const verdict = archived(one)
    if (!('refused' in verdict) && wasPosted) this.#giveBack(one)
    return verdict
  }

  #invoiceOf({ invoice_number }: { invoice_number?: number }): Invoice | undefined {
    return at(this.invoices, invoice_number)
  }

  #matches(line: { invoice_number?: number }, body: PaymentBody, customer: number | null): boolean {
    const one = this.#invoiceOf(line)
    return (
      one?.status === 'posted' &&
      one.body.company_id === body.company_id &&
      one.body.currency_iso_4217_code === body.currency_iso_4217_code &&
      (customer === null || one.body.customer_id === customer)
    )
  }

  /** Whether a date lies behind that of a payment which compares dates. */
  #isAfterPayment(before: Invoice, date: string, number: number | undefined): boolean {
    return (
      date > before.body.date &&
      this.payments.some(
        ({ body, status }) =>
          status === 'posted' &&
          body.line_date_validation &&
          body.date < date &&
          body.items.some((line) => line.invoice_number === number),
      )
    )
  }

  #isLater(line: { invoice_number?: number }, body: PaymentBody): boolean {
    return (this.#invoiceOf(line)?.body.date ?? '') > body.date
  }

  /** The open amount for a payment, after returning what it took before. */
  #openFor(line: { invoice_number?: number }, before: Payment | undefined): bigint {
    const one = this.#invoiceOf(line)
    if (!one || one.status === 'archived') return 0n
    return one.amount - one.paid + (before ? takenBy(before, line.invoice_number) : 0n)
  }

  #take(applied: PaymentBody['items']): Map<number, bigint> {
    const relieved = new Map<number, bigint>()
    for (const line of applied) {
      const one = this.#invoiceOf(line)
      if (!one || line.invoice_number === undefined) continue
      const amount = cents(line.amount)
      const value = one.paid + amount === one.amount ? one.carried : converted(amount, one.body.exchange_rate)
      one.paid += amount
      one.carried -= value
      relieved.set(line.invoice_number, value)
    }
    return relieved
  }

  #giveBack(payment: Payment): void {
    for (const [number, value] of payment.relieved) {
      const one = at(this.invoices, number)
      if (!one) continue
      one.paid -= takenBy(payment, number)
      one.carried += value
    }
    payment.relieved = new Map()
  }

  #paymentEntries(
    body: PaymentBody,
    amount: bigint,
    inRecord: bigint,
    relieved: Map<number, bigint>,
    money: string | undefined,
  ): Line[][] {
    const isKnown = money === companyCurrency(body)
    const waiting = isKnown ? cents(body.unassigned_amount) : converted(inRecord, body.exchange_rate)
    const received = isKnown
      ? converted(amount - inRecord, body.exchange_rate) + waiting
      : converted(amount, body.exchange_rate)
    const lines: Line[] = [
      { account: body.account_number ?? 1150, value: received },
      { account: 1100, value: -waiting },
    ]
    let gain =
      received - converted(amount, body.exchange_rate) + converted(inRecord, body.exchange_rate) - waiting
    for (const line of body.items) {
      const atRate = converted(cents(line.amount), body.exchange_rate)
      if (line.invoice_number === undefined) {
        lines.push({ account: line.account_number ?? 0, value: -atRate })
        continue
      }
      const value = relieved.get(line.invoice_number) ?? 0n
      lines.push({ account: 1100, value: -value })
      const rate = this.#invoiceOf(line)?.body.exchange_rate
      if (rate !== body.exchange_rate) gain += atRate - value
    }
    lines.push({ account: 7000, value: -gain })
    return booked(amount, balanced(lines))
  }
}

const at = <T>(list: readonly T[], number: number | undefined): T | undefined =>
  number === undefined ? undefined : list[number - 1]

const takenBy = (payment: Payment, number: number | undefined): bigint =>
  payment.relieved.has(number ?? 0)
    ? total(
        payment.body.items.filter((line) => line.invoice_number === number).map((line) => cents(line.amount)),
      )
    : 0n

const answer = (one: Kept<unknown>): Verdict => ({
  amount: centsText(one.amount),
  status: one.status,
  transactions: one.transactions.length,
})

function archived(one: Kept<unknown>): Verdict {
  if (one.status === 'archived') return { refused: ['record_status'] }
  one.status = 'archived'
  one.transactions.push(...one.transactions.map(mirrored))
  return answer(one)
}
