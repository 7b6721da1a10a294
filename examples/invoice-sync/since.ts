/** The part of a list that can hold these rows: everything of the company from their earliest date on. */
export function since(rows: readonly { date: string }[], companyId: number): Record<string, string | number> {
  const [earliest] = rows.map((row) => row.date).sort()
  return { company_id: companyId, ...(earliest === undefined ? {} : { start_date: earliest }) }
}
