/** A year of two companies that sell, buy, prepay, credit, refund, bank and correct themselves, drawn from a seed. */
import type { InvoiceInput, Simulator, VendorPaymentInput } from 'accounting-simulator'
import * as fc from 'fast-check'
import { createAsset } from './fixed-asset'
import { centsText, Open } from './open-documents'
import { read, write } from './sentences'

const COMPANIES = [
  { id: 1, own: 'USD', foreign: 'EUR', rates: ['1.05', '1.0777', '1.1045', '1.12', '1.2'] },
  { id: 2, own: 'EUR', foreign: 'USD', rates: ['0.83', '0.8912', '0.9', '0.9233', '0.95'] },
] as const
type Company = (typeof COMPANIES)[number]

const BANKS = { USD: 1000, EUR: 1010 } as const

/** A company, one of its currencies with a rate, and a day of the month. */
interface Scene {
  readonly company: Company
  readonly currency: 'USD' | 'EUR'
  readonly words: string
  readonly bank: string
}

export class BusinessYear {
  readonly simulator: Simulator
  readonly open: Open
  readonly #numbers: Iterator<number>
  #month = 1

  constructor(seed: number, simulator: Simulator) {
    this.simulator = simulator
    this.open = new Open(this.simulator)
    const [numbers = []] = fc.sample(fc.array(fc.nat(9999), { minLength: 20_000, maxLength: 20_000 }), {
      seed,
      numRuns: 1,
    })
    this.#numbers = numbers[Symbol.iterator]()
  }

  /** Lives through the months of 2026, each closed and locked when it is over. */
  async live(months: number, monthEnds: (month: number) => unknown): Promise<void> {
    this.#writeTemplates()
    this.#equip()
    for (this.#month = 1; this.#month <= months; this.#month++) {
      for (const company of COMPANIES)
        for (const currency of [company.own, company.foreign] as const) this.#trade(company, currency)
      await this.simulator.clock.advance({ months: 1 })
      for (const { id } of COMPANIES) this.simulator.admin.periods.lockThrough(id, this.#day(28))
      await monthEnds(this.#month)
    }
  }

  #trade(company: Company, currency: 'USD' | 'EUR'): void {
    const rate = currency === company.own ? '1' : this.#pick(company.rates)
    const early = this.#scene(company, currency, rate, 1 + this.#below(9))
    const late = this.#scene(company, currency, rate, 15 + this.#below(9))
    this.#sell(early)
    this.#buy(early)
    this.#collect(late)
    this.#pay(late)
    this.#bank(late)
    this.#correct(late)
  }

  #scene(company: Company, currency: 'USD' | 'EUR', rate: string, day: number): Scene {
    const words = `company ${company.id} currency ${currency} rate ${rate} date ${this.#day(day)}`
    return { company, currency, words, bank: `account ${BANKS[currency]}` }
  }

  #sell({ words, bank }: Scene): void {
    const customer = 1 + this.#below(5)
    const more = `; ${words} customer ${customer}`
    const order = this.#write(
      `sales order ${2 + this.#below(8)} x ${this.#amount(90)} Chair, 3 x 9.995${more}`,
    )
    this.#write(`invoice ${1 + this.#below(3)} x ${this.#amount(90)} Chair${more} order ${order.internal_id}`)
    this.#write(
      `invoice 1 x ${this.#amount(900)} tax ${this.#amount(9)}, ${1 + this.#below(4)} x 19.995 Lamp${more}`,
    )
    this.#write(`invoice 2 x ${this.#amount(300)} Support${more} contracted yes`)
    this.#write(`invoice ${this.#amount(50)}${more} status draft`)
    this.#write(`customer credit 1 x ${this.#amount(60)} tax 1.13${more}`)
    this.#write(`customer prepayment ${this.#amount(200)}${more} ${this.#below(2) ? bank : 'account null'}`)
    this.#write(`cash sale ${this.#amount(80)}${more} account null`)
  }

  #buy({ words, bank }: Scene): void {
    const more = `; ${words} vendor ${1 + this.#below(5)}`
    const order = this.#write(`purchase order ${3 + this.#below(9)} x ${this.#amount(20)} Desk${more}`)
    this.#write(
      `bill 3 x ${this.#amount(20)} Desk, ${this.#amount(40)} to Fees${more} purchase ${order.number}`,
    )
    this.#write(`bill ${this.#amount(500)} to Expense, 7 x 1.115 to Fees${more}`)
    this.#write(`vendor credit ${this.#amount(60)} to Expense tax 0.55${more}`)
    this.#write(`vendor prepayment ${this.#amount(90)}${more} ${bank}`)
    this.#write(`direct expense ${this.#amount(70)} to Expense, 2 x 4.525 to Fees${more} ${bank}`)
    const [, line] = this.#write(
      `journal Dr Expense ${20 + this.#month}.10, Cr AP ${20 + this.#month}.10; ${words}`,
    ).items as { id: number }[]
    this.#write(`vendor payment ${10 + this.#below(10)}.05 on journal ${line?.id}; ${words} ${bank}`)
  }

  /** Money comes in: payments, credits used up, prepayments applied, something paid back. */
  #collect({ company, currency, words, bank }: Scene): void {
    for (let times = 0; times < 3; times++) {
      const invoice = this.#pickOpen('invoices', company, currency)
      if (!invoice) return
      const more = `; ${words} customer ${invoice.party}`
      const [credit] = this.open.of('customerCredits', company.id, currency, invoice.party)
      const [prepayment] = this.open.of('customerPrepayments', company.id, currency, invoice.party)
      const part = this.#share(invoice.open) || invoice.open
      const prepaid = prepayment ? this.#share(invoice.open, prepayment.open) : 0
      const credited = credit ? this.#share(invoice.open, credit.open) : 0
      if (times === 0 && credit && credit.open <= invoice.open)
        this.#write(
          `customer payment ${centsText(invoice.open)} on invoice ${invoice.number}, ${centsText(this.#share(credit.open) || credit.open)} on credit ${credit.number}${more} account ${BANKS[company.own]}`,
        )
      else if (times === 1 && prepayment && prepaid > 0)
        this.#write(
          `customer application of prepayment ${prepayment.number}: ${centsText(prepaid)} on invoice ${invoice.number}${more.replace(/ customer \d/, '')}`,
        )
      else if (times === 2 && credit && credited > 0)
        this.#write(
          `customer application of credit ${credit.number}: ${centsText(credited)} on invoice ${invoice.number}${more.replace(/ customer \d/, '')}`,
        )
      else
        this.#write(
          `customer payment ${centsText(part)} on invoice ${invoice.number}${part > 35 ? ', -0.35 to Fees' : ''}${more} ${this.#below(2) ? bank : 'account null'} unassigned ${this.#amount(9)}`,
        )
    }
    const [credit] = this.open.of('customerCredits', company.id, currency)
    if (credit)
      this.#write(
        `customer refund ${centsText(this.#share(credit.open) || credit.open)} on credit ${credit.number}; ${words} customer ${credit.party} ${bank}`,
      )
  }

  /** Money goes out, mirrored. */
  #pay({ company, currency, words, bank }: Scene): void {
    for (let times = 0; times < 3; times++) {
      const bill = this.#pickOpen('bills', company, currency)
      if (!bill) return
      const [credit] = this.open.of('vendorCredits', company.id, currency, bill.party)
      const [prepayment] = this.open.of('vendorPrepayments', company.id, currency, bill.party)
      const part = this.#share(bill.open) || bill.open
      const prepaid = prepayment ? this.#share(bill.open, prepayment.open) : 0
      const credited = credit ? this.#share(bill.open, credit.open) : 0
      if (times === 0 && credit && credit.open <= bill.open)
        this.#write(
          `vendor payment ${centsText(bill.open)} on bill ${bill.number}, ${centsText(credit.open)} on credit ${credit.number}; ${words} account ${BANKS[company.own]}`,
        )
      else if (times === 1 && prepayment && prepaid > 0)
        this.#write(
          `vendor application of prepayment ${prepayment.number}: ${centsText(prepaid)} on bill ${bill.number}; ${words}`,
        )
      else if (times === 2 && credit && credited > 0)
        this.#write(
          `vendor application of credit ${credit.number}: ${centsText(credited)} on bill ${bill.number}; ${words}`,
        )
      else this.#write(`vendor payment ${centsText(part)} on bill ${bill.number}; ${words} ${bank}`)
    }
    const [prepayment] = this.open.of('vendorPrepayments', company.id, currency)
    if (prepayment)
      this.#write(
        `vendor refund ${centsText(this.#share(prepayment.open) || prepayment.open)} on prepayment ${prepayment.number}; ${words} vendor ${prepayment.party} ${currency === company.own ? 'account Undeposited' : bank}`,
      )
  }

  #bank({ company, currency, words, bank }: Scene): void {
    const sources = this.open.undeposited(company.id, currency)
    const fee = sources.some(({ amount }) => Number(amount) > 0.2) ? ', -0.20 to Fees' : ''
    if (sources.length > 0)
      this.#write(
        `deposit ${sources.map(({ noun, number, amount }) => `${amount} of ${noun} ${number}`).join(', ')}${fee}; ${words} ${bank}`,
      )
    const own = currency === company.own
    const [from, to] =
      own && company.id === 1
        ? ['Bank', 'Card']
        : currency === 'EUR'
          ? ['Euro Bank', 'Bank']
          : ['Bank', 'Euro Bank']
    if (!own || company.id === 1)
      this.#write(
        `transfer ${this.#amount(400)} from ${from} to ${to}; ${words.replace(/currency \S+ /, '')}`,
      )
    const next = this.#month === 12 ? '2027-01-01' : `2026-${String(this.#month + 1).padStart(2, '0')}-01`
    this.#write(
      `journal Dr Expense ${this.#month}.11, Dr Fees 0.05, Cr Interest ${this.#month}.16; ${words} reversal ${next}`,
    )
  }

  /** Corrects or archives records of the month. */
  #correct(scene: Scene): void {
    const { simulator } = this
    const draft = simulator.records.invoices.find(
      ({ record_status, date }) => record_status === 'draft' && date >= this.#day(1),
    )
    if (draft)
      simulator.records.invoices.update(draft.number, {
        ...(read(`invoice 3 x 7.77; ${scene.words} customer 2`).body as unknown as InvoiceInput),
        record_status: 'posted',
      })
    const own = this.#write(`invoice ${this.#amount(70)}; ${scene.words} customer 3`).number
    simulator.records.invoices.update(
      own,
      read(`invoice 2 x ${this.#amount(70)} tax 0.99; ${scene.words} customer 4`)
        .body as unknown as InvoiceInput,
    )
    if (this.#below(2)) simulator.records.invoices.remove(own)
    const bill = this.#write(`bill 1 x 31.45; ${scene.words}`).number
    const paid = this.#write(`vendor payment 31.45 on bill ${bill}; ${scene.words} ${scene.bank}`).number
    if (this.#below(2)) simulator.records.vendorPayments.remove(paid)
    else
      simulator.records.vendorPayments.update(
        paid,
        read(`vendor payment 11.15 on bill ${bill}; ${scene.words} ${scene.bank}`)
          .body as unknown as VendorPaymentInput,
      )
  }

  #writeTemplates(): void {
    const { recurringInvoices, recurringBills, recurringJournalEntries } = this.simulator.records
    const template = {
      rrule: 'FREQ=MONTHLY',
      memo: '',
      date: '2026-01-20',
      company_id: 1,
      status: 'active',
      recurring_type: 'automatic',
    } as const
    const payload = (sentence: string) => read(sentence).body as never
    recurringInvoices.create({
      ...template,
      name: 'Support',
      record_payload: payload('invoice 1 x 49.90 Support tax 4.12'),
    })
    recurringBills.create({ ...template, name: 'Rent', record_payload: payload('bill 800.00 to Expense') })
    recurringJournalEntries.create({
      ...template,
      name: 'Fees',
      record_payload: payload('journal Dr Fees 5.00, Cr Bank 5.00'),
    })
  }

  /** Something to depreciate, in each company's own and in foreign money. */
  #equip(): void {
    for (const { id, own, foreign, rates } of COMPANIES)
      for (const currency of [own, foreign] as const)
        createAsset(this.simulator, {
          company_id: id,
          currency_iso_4217_code: currency,
          exchange_rate: currency === own ? '1' : this.#pick(rates),
          cost: this.#amount(900),
          useful_life: 5 + this.#below(20),
          depreciation_method: this.#pick(['straight_line', 'double_declining']),
          depreciation_start_date: '2025-12-10',
        })
  }

  #write(sentence: string) {
    const record = write(this.simulator, sentence)
    this.open.note(record)
    return record
  }

  #pickOpen(type: 'invoices' | 'bills', company: Company, currency: string) {
    const found = this.open.of(type, company.id, currency)
    return found[this.#below(found.length)]
  }

  #day = (day: number): string =>
    `2026-${String(this.#month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  #next = (): number => this.#numbers.next().value ?? 0
  #below = (limit: number): number => this.#next() % Math.max(limit, 1)
  #pick = <T>(values: readonly T[]): T => values[this.#below(values.length)] as T
  #amount = (most: number): string => centsText(50 + ((this.#next() * 10_000 + this.#next()) % (most * 100)))
  /** All that both have open, or some of it that leaves ten cents at least: cents can be worth nothing elsewhere. */
  #share(open: number, other = open): number {
    const most = Math.min(open, other)
    const share = this.#below(3) === 0 || most <= 10 ? most : 10 + this.#below(most - 10)
    const leavesCents = [open, other].some((one) => one > share && one - share < 10)
    return Math.max(leavesCents ? share - 10 : share, 0)
  }
}
