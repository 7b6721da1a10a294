/** Stories of documents and of everything that takes from them, on either side of the business. */
import type { Simulator } from 'accounting-simulator'
import { type AnyRecord, type Body, type RecordTypeName, read, recordsOf, write } from './sentences'
import { trading } from './trade'

/** The company, currency and money account of a story; the account has the story's currency. */
export interface Setting {
  readonly company: number
  readonly currency: string
  readonly rate: string
  readonly account: number
}

export const SETTINGS: Readonly<Record<string, Setting>> = {
  'in dollars': { company: 1, currency: 'USD', rate: '1', account: 1000 },
  'in euros at 1.1045': { company: 1, currency: 'EUR', rate: '1.1045', account: 1010 },
  'in yen at 0.0067123456789012': { company: 1, currency: 'JPY', rate: '0.0067123456789012', account: 1020 },
  'in dinars at 3.333333': { company: 2, currency: 'KWD', rate: '3.333333', account: 1030 },
}

/** Members of everything that can be settled or spent: what was taken of it, and what is open. */
const BALANCES: { readonly [Type in RecordTypeName]?: readonly [taken: string, open: string] } = {
  invoices: ['paid_total', 'amount_due'],
  bills: ['paid_total', 'amount_due'],
  customerCredits: ['used_amount', 'remaining_amount'],
  customerPrepayments: ['used_amount', 'remaining_amount'],
  vendorCredits: ['used_amount', 'remaining_amount'],
  vendorPrepayments: ['used_amount', 'remaining_amount'],
}

interface Told {
  readonly type: RecordTypeName
  readonly number: number
  /** The sentence in its parts: what it is, what it holds, and the words of its header. */
  readonly noun: string
  readonly content: string
  readonly words: string
}

const SENTENCE = /^(?<noun>(?:(?:customer|vendor|cash) )?[a-z]+) (?<content>[^;]+)(?:; (?<words>.+))?$/

/**
 * Documents are called by what they are and their number (`invoice 1`, `credit 2`), takers by a capital letter. Words
 * of the customer's side are used on both: an invoice is a bill among vendors.
 *
 * `invoice 100.00`, `A = payment 40.00 on invoice 1; status draft`, `edit A to 50.00 on invoice 1`,
 * `edit invoice 1 to 120.00`, `set A date 2026-01-20`, `post A`, `archive A`
 */
export class Settling {
  readonly simulator: Simulator = trading()
  readonly #told = new Map<string, Told>()

  constructor(
    readonly side: 'customer' | 'vendor',
    private readonly setting: Setting,
  ) {
    const { accounts } = this.simulator.records
    for (const [number, currency] of [
      [1020, 'JPY'],
      [1030, 'KWD'],
    ] as const)
      accounts.create({
        name: `${currency} Bank`,
        number,
        account_type: 'bank',
        currency_iso_4217_code: currency,
      })
  }

  take(step: string): void {
    const [, verb = '', name = '', rest = ''] =
      /^(edit|set|post|archive) ([A-Z]|[a-z]+ \d+)(?: (?:to )?(.+))?$/.exec(step) ?? []
    if (verb === '') this.#write(step)
    else this.#change(verb, name, rest)
  }

  /** The settled and the open amount of a document, as `40.00+60.00`. */
  stateOf(name: string): string {
    const told = this.#told.get(name)
    const [taken, open] = told ? this.#balanceOf(this.#get(told), told.type) : []
    return taken === undefined ? '-' : `${taken}+${open}`
  }

  /** Documents whose amounts do not add up or are negative. */
  get inconsistent(): string[] {
    return [...this.#told]
      .filter(([, { type }]) => type in BALANCES)
      .filter(([, told]) => {
        const record = this.#get(told)
        const [taken, open] = this.#balanceOf(record, told.type).map(Number)
        const whole = record.record_status === 'archived' ? 0 : Number(record.amount)
        return (
          !(Number(taken) >= 0 && Number(open) >= 0) ||
          (Number(taken) + Number(open)).toFixed(2) !== whole.toFixed(2)
        )
      })
      .map(([name]) => name)
  }

  #write(step: string): void {
    const [, name, text = ''] = /^(?:([A-Z]) = )?(.+)$/.exec(step) ?? []
    const { noun = '', content = '', words = '' } = SENTENCE.exec(text)?.groups ?? {}
    const told = { noun: this.#own(noun), content, words }
    const { type, number } = write(this.simulator, this.#sentence(told))
    this.#told.set(name ?? `${noun} ${number}`, { ...told, type, number })
  }

  #change(verb: string, name: string, rest: string): void {
    const told = this.#told.get(name)
    if (!told) throw new Error(`there is no ${name}`)
    const records = recordsOf(this.simulator, told.type)
    if (verb === 'archive') {
      records.update(told.number, { record_status: 'archived' })
      return
    }
    const changed = {
      ...told,
      ...(verb === 'edit' && { content: rest }),
      ...(verb !== 'edit' && { words: `${told.words} ${verb === 'post' ? 'status posted' : rest}`.trim() }),
    }
    const { record_status, ...body }: Body = read(this.#sentence(changed)).body
    records.update(
      told.number,
      verb === 'edit' ? body : { ...body, ...(record_status !== undefined && { record_status }) },
    )
    this.#told.set(name, changed)
  }

  #sentence({ noun, content, words }: Pick<Told, 'noun' | 'content' | 'words'>): string {
    const { company, currency, rate, account } = this.setting
    const money = /payment|refund/.test(noun) ? `account ${account}` : ''
    const lines = this.side === 'vendor' ? content.replaceAll('on invoice', 'on bill') : content
    return `${noun} ${lines}; company ${company} currency ${currency} rate ${rate} ${money} ${words}`
  }

  #own(noun: string): string {
    if (noun === 'invoice') return this.side === 'vendor' ? 'bill' : noun
    return `${this.side} ${noun}`
  }

  #get = (told: Told): AnyRecord => recordsOf(this.simulator, told.type).get(told.number)

  #balanceOf(record: AnyRecord, type: RecordTypeName): string[] {
    return (BALANCES[type] ?? []).map((member) => String(record[member]))
  }
}
