import { type APIRequestContext, expect, type Page, test as plain } from '@playwright/test'

const AT = 'http://127.0.0.1:43118/__simulator'

interface World {
  /** The first answer to an invoice is lost, and the page bills. */
  bill(query?: string): Promise<void>
  control(path: string, data?: object): Promise<unknown>
}

async function control(request: APIRequestContext, path: string, data?: object): Promise<unknown> {
  const response = await (data ? request.post(`${AT}${path}`, { data }) : request.get(`${AT}${path}`))
  expect(response.ok(), path).toBe(true)
  return response.json()
}

async function bill(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Bill' }).click()
  await expect(page.getByText('59.99')).toBeVisible({ timeout: 60_000 })
}

/** Each test begins with the world as it was, and may leave nothing undone. */
export const test = plain.extend<{ world: World }>({
  world: async ({ page, request }, use) => {
    await request.post(`${AT}/reset`)
    const lose = { on: 'POST /public/v1/invoices/', then: { loseResponse: true } }
    await use({
      control: (path, data) => control(request, path, data),
      async bill(query) {
        await control(request, '/faults', lose)
        await bill(page, query)
      },
    })
    expect(await control(request, '/ending')).toEqual({ problems: [] })
    const { pass, message } = (await control(request, '/matchers/toHaveNoDuplicates', {})) as {
      pass: boolean
      message: string
    }
    expect(pass, message).toBe(true)
  },
})
