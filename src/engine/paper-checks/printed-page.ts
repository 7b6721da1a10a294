import type { World } from '../model/world'

// One empty page of US Letter. What a check looks like is nowhere described and no client reads it back, so
// the page is the same for every check; it only has to be a file that PDF readers open.
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
]

function pdf(): string {
  let text = '%PDF-1.4\n'
  const offsets = OBJECTS.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  // Entries of the table of objects are twenty bytes each.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = OBJECTS.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`
  return `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** The printed page in base64 (docs/service.md §4.6.17). */
export const printedPage = ({ assumptions }: World): string =>
  assumptions.read('paper-check-pdf') === 'empty' ? '' : btoa(pdf())
