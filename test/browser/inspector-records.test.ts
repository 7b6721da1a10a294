import { expect, it } from 'vitest'
import { violations } from './support/accessible'
import { ask, INVOICE, INVOICES, inspected, type PageWindow, show } from './support/inspected'
import { focus } from './support/keyboard'

const { open } = inspected()

interface World extends PageWindow {
  simulator: PageWindow['simulator'] & { make: Readonly<Record<string, (given?: object) => unknown>> }
}

it('a record page: its state in the title, what may be done, versions first, JSON last', async () => {
  const page = await open()
  await page.evaluate(() => {
    const { make } = (window as unknown as World).simulator
    make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [7] }] })
    make.bill?.()
  })
  await show(page, 'Records')
  const type = page.getByRole('combobox', { name: 'Record type' })
  await type.getByRole('option', { name: /^Bills \(1, 1 to approve\)$/ }).waitFor({ state: 'attached' })
  const options = await type.getByRole('option').allTextContents()
  const emptyFrom = options.findIndex((one) => !/ \(\d+/.test(one))
  expect(options.slice(emptyFrom).filter((one) => / \(\d+/.test(one))).toEqual([])
  await type.selectOption('bills')
  // A click anywhere in the row opens it.
  await page.getByRole('table', { name: 'Records' }).getByRole('cell', { name: 'draft' }).click()
  const record = page.getByRole('region', { name: 'Details of the record' })
  await record.getByRole('heading', { name: /^Bill 1, .+ USD, draft, waits for Person 7$/ }).waitFor()
  const acts = record.getByRole('group', { name: 'Actions' })
  expect(await acts.getByRole('button').allTextContents()).toEqual(['Approve', 'Reject'])
  await record.getByText('Why not post, pay, archive?').click()
  await record.getByText(/^Pay /).waitFor()
  const heads = await record.locator('h3, summary').allTextContents()
  expect(heads.map((text) => text.trim())).toEqual([
    'Why not post, pay, archive?',
    'Versions',
    'Ledger',
    'Refers to',
    'In the timeline',
    'JSON',
  ])
  await record
    .getByRole('listitem')
    .filter({ hasText: /^\s*Vendor \d+\s+\w/ })
    .waitFor()
  await expect(record.getByText('"next_approvers"').isVisible()).resolves.toBe(false)
  await acts.getByRole('button', { name: 'Approve' }).click()
  await record.getByRole('heading', { name: /^Bill 1, .+ USD, posted, approved$/ }).waitFor()
  expect(await violations(page)).toEqual([])
})

it('a paid record says so, keeps the focus, and leads to its payment and back', async () => {
  const page = await open()
  await page.evaluate((given) => {
    ;(window as unknown as World).simulator.records.invoices?.create(given)
  }, INVOICE)
  await show(page, 'Records')
  await page.getByRole('button', { name: 'Open invoices 1' }).click()
  const record = page.getByRole('region', { name: 'Details of the record' })
  await record.getByLabel('amount').fill('9.99')
  await record.getByRole('button', { name: 'Pay', exact: true }).click()
  await record.getByRole('heading', { name: /^Invoice 1, .+, 50\.00 open of 59\.99 USD, posted$/ }).waitFor()
  await record.getByLabel('amount').fill('50.00')
  await record.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
  await record.getByRole('heading', { name: /^Invoice 1, .+ 59\.99 USD, posted, settled$/ }).waitFor()
  await expect.poll(async () => (await focus(page)).name).toBe('Details of the record')
  await record.getByRole('button', { name: 'Customer payment 2' }).first().click()
  await record.getByRole('heading', { name: /^Customer payment 2/ }).waitFor()
  await record.getByRole('button', { name: 'Invoice 1' }).first().click()
  await record.getByRole('heading', { name: /^Invoice 1/ }).waitFor()
})

it('pays a bill that is dated later than the clock, and keeps what somebody typed', async () => {
  const page = await open()
  await page.evaluate(() => {
    ;(window as unknown as World).simulator.make.bill?.({ date: '2026-02-01' })
  })
  await show(page, 'Records')
  await page.getByRole('combobox', { name: 'Record type' }).selectOption('bills')
  await page.getByRole('table', { name: 'Records' }).getByRole('cell', { name: '2026-02-01' }).first().click()
  const pay = page.getByRole('group', { name: 'Actions' }).locator('form.pay')
  await expect.poll(() => pay.getByLabel('date').inputValue()).toBe('2026-02-01')
  const whole = Number(await pay.getByLabel('amount').inputValue())
  await pay.getByLabel('amount').fill('1.00')
  await pay.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('status').getByText('1.00 of Bill 1 is paid.').waitFor()
  const left = page.locator('pre').getByText(`"amount_due": "${(whole - 1).toFixed(2)}"`)
  await left.waitFor({ state: 'attached' })
  expect(await pay.getByLabel('amount').inputValue()).toBe('1.00')
})

it('records are ordered by their columns', async () => {
  const page = await open()
  for (const date of ['2026-01-16', '2026-01-14', '2026-01-15'])
    await ask(page, 'POST', INVOICES, { ...INVOICE, date })
  await show(page, 'Records')
  const table = page.getByRole('table', { name: 'Records' })
  const ids = async () =>
    (await table.locator('tbody td:first-child').allTextContents()).map((text) => text.trim())
  for (const [press, order] of [
    ['date', ['2', '3', '1']],
    ['date ▲', ['1', '3', '2']],
    ['date ▼', ['1', '2', '3']],
  ] as const) {
    await table.getByRole('button', { name: press, exact: true }).click()
    await expect.poll(ids).toEqual(order)
  }
})

it('shows the columns that were chosen, and all again without a choice', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, { ...INVOICE, memo: 'for the desk' })
  await show(page, 'Records')
  const heads = () => page.getByRole('table', { name: 'Records' }).getByRole('columnheader').allInnerTexts()
  await expect.poll(heads).toContain('amount')
  const all = await heads()
  // What is the same in each row of most worlds comes last.
  expect(all.indexOf('currency_iso_4217_code')).toBe(all.indexOf('amount') + 1)
  expect(all).not.toContain('company_name')
  await page.getByText('Columns', { exact: true }).click()
  const columns = page.getByRole('group', { name: 'Columns of the table' })
  await columns.getByLabel('memo').check()
  await columns.getByLabel('date', { exact: true }).check()
  await expect.poll(heads).toEqual(['number', 'date', 'memo'])
  await page.getByRole('cell', { name: 'for the desk' }).waitFor()
  expect(await violations(page)).toEqual([])
  await columns.getByLabel('memo').uncheck()
  await columns.getByLabel('date', { exact: true }).uncheck()
  await expect.poll(heads).toEqual(all)
})

it('an account has its sums by kind, a running balance, and the requests behind it', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'PUT', `${INVOICES}1/`, { ...INVOICE, items: [{ item_id: 1, quantity: 1, rate: '10.00' }] })
  await page.evaluate(() => (window as unknown as World).simulator.make.cashSale?.())
  await show(page, 'Trial balance')
  await page.getByRole('table', { name: 'Trial balance' }).getByRole('cell', { name: '4000' }).click()
  const account = page.getByRole('region', { name: 'Details of the account' })
  const rows = async (name: string) => {
    const found = await account.getByRole('table', { name }).getByRole('row').all()
    return Promise.all(
      found
        .slice(1)
        .map(async (row) => (await row.locator('td').allTextContents()).map((text) => text.trim())),
    )
  }
  await account.getByRole('table', { name: 'Sums of 4000' }).waitFor()
  const entries = await rows('Entries of 4000')
  const sums = await rows('Sums of 4000')
  expect(sums.map(([type]) => type)).toEqual(['invoices', 'cash sales', 'Total'])
  expect(sums.at(-1)?.at(-1)).toBe(entries.at(-1)?.[4])
  expect(entries[0]?.slice(3)).toEqual(['10.00', '-10.00', '#1#3'])
  // Debits less credits: the credits are more.
  expect(await account.getByRole('heading', { level: 2 }).textContent()).toContain(
    `${sums.at(-1)?.at(-1)?.slice(1)} credit`,
  )

  // Of some days: the balance before them, and their own sums.
  await page.evaluate((invoice) => {
    const { simulator } = window as unknown as World
    simulator.records.invoices?.create({ ...invoice, date: '2026-01-20' })
  }, INVOICE)
  await expect
    .poll(async () => (await rows('Sums of 4000')).at(-1)?.[1])
    .toBe(String(Number(sums.at(-1)?.[1]) + 1))
  await account.getByLabel('From').fill('2026-01-16')
  await expect
    .poll(() => rows('Entries of 4000'))
    .toEqual([
      ['2026-01-16', 'Balance before', '', '', sums.at(-1)?.at(-1), ''],
      ['2026-01-20', 'Invoice 3', '0.00', '59.99', expect.stringMatching(/^-/), expect.stringMatching(/^#/)],
    ])
  expect(await rows('Sums of 4000')).toEqual([
    ['invoices', '1', '0.00', '59.99', '-59.99'],
    ['Total', '1', '0.00', '59.99', '-59.99'],
  ])
  expect(await violations(page)).toEqual([])
  await account.getByLabel('From').fill('')

  await account.getByRole('button', { name: '#3', exact: true }).first().click()
  await page
    .getByRole('region', { name: 'Details of the entry' })
    .getByText('PUT /public/v1/invoices/1/')
    .first()
    .waitFor()
})

it('a difference begins with its sum, and has each value in groups that open', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, INVOICE)
  await show(page, 'Snapshots')
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
  await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'PUT', `${INVOICES}1/`, { ...INVOICE, memo: 'late' })
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const differences = page.getByRole('region', { name: 'Differences' })
  await differences
    .getByText(/^invoices: 1 added, 1 changed\b/)
    .first()
    .waitFor()
  await differences.getByText('1100 +59.99, 4000 -59.99.').waitFor()
  const group = differences.locator('summary', { hasText: 'invoices' })
  await group.click()
  await differences.getByRole('row', { name: /^memo nothing late$/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await differences.getByRole('button', { name: 'Invoice 2' }).click()
  await page.getByRole('heading', { name: /^Invoice 2, / }).waitFor()
})

it('the columns of a list fit, none is cut or empty, and the name comes first', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, { ...INVOICE, reference_number: 'S-1234' })
  await page.evaluate(() => (window as unknown as World).simulator.make.bill?.({}))
  await show(page, 'Records')
  const type = page.getByRole('combobox', { name: 'Record type' })
  for (const [name, first] of [
    ['invoices', 'customer_name'],
    ['bills', 'vendor_name'],
    ['customers', 'name'],
    ['accounts', 'name'],
    ['items', 'name'],
  ] as const) {
    await type.selectOption(name)
    await page
      .getByRole('button', { name: `Open ${name} ` })
      .first()
      .waitFor()
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 760 })
      const looked = () =>
        page.getByRole('region', { name: 'Record table' }).evaluate((box) => {
          const cells = [...box.querySelectorAll<HTMLElement>('th, td')]
          const heads = [...box.querySelectorAll('th')].map((one) => one.textContent?.trim())
          return {
            second: heads[1],
            isWide: box.scrollWidth > box.clientWidth,
            cut: cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
            empty: heads.filter((_, at) =>
              [...box.querySelectorAll('tbody tr')].every((row) => row.children[at]?.textContent === ''),
            ),
            isUsed: heads.length >= (innerWidth === 390 ? 2 : 5),
          }
        })
      await expect.poll(looked).toEqual({ second: first, isWide: false, cut: [], empty: [], isUsed: true })
    }
  }
})
